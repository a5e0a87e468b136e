#include "transport/exchange.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/http/error.hpp>
#include <utility>

namespace workbench::http::remote {
namespace {

namespace beast = boost::beast;
using boost::system::error_code;

constexpr std::size_t kReadSize = 64U * 1024;
constexpr std::uint32_t kLongestHead = 64U * 1024;

std::string in_lower_case_without_parameters(beast::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  for (char& c : type) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return type;
}

}  // namespace

Exchange::Exchange(EventLoop& loop, std::weak_ptr<HttpCall::Receiver> receiver, std::shared_ptr<ConnectionPool> pool,
                   HttpRequest request)
    : loop_(loop), receiver_(std::move(receiver)), pool_(std::move(pool)), request_(std::move(request)) {}

void Exchange::start() {
  link_ = pool_->take();
  if (link_ != nullptr) return begin();
  connect();
}

void Exchange::connect() {
  link_.reset();
  std::string failure;
  const std::shared_ptr<HttpConnection> link = pool_->make(failure);
  if (link == nullptr) return fail({false, std::move(failure)});
  connecting_ = link;
  link->connect(pool_->connect_limit(), [self = shared_from_this()](std::string reason) {
    if (self->is_over_) return;
    if (!reason.empty()) return self->fail({false, std::move(reason)});
    self->link_ = std::exchange(self->connecting_, {}).lock();
    self->begin();
  });
}

// Reading begins with the writing: a server may refuse what it has not read to the end.
void Exchange::begin() {
  expect_response();
  is_written_ = false;
  const asio::const_buffer body = request_.body == nullptr ? asio::const_buffer() : asio::buffer(*request_.body);
  link_->write({asio::buffer(request_.headers), body},
               [self = shared_from_this(), link = link_](const error_code& error, std::size_t) {
                 // If it failed, so does the reading, unless the server has said why.
                 if (error || self->is_over_ || link != self->link_) return;
                 self->is_written_ = true;
                 self->tell([](ResponseObserver& observer) { observer.on_written(); });
               });
  read();
}

void Exchange::read_on() {
  if (is_over_ || std::exchange(is_wanted_, true)) return;
  read();
}

void Exchange::abort() {
  is_over_ = true;
  if (link_ != nullptr) link_->close();
  if (const auto link = connecting_.lock()) link->close();
}

// --- reading ---------------------------------------------------------------------------------------------------------

void Exchange::read() {
  link_->read_some(buffer_.prepare(kReadSize),
                   [self = shared_from_this(), link = link_](const error_code& error, std::size_t size) {
                     if (self->is_over_ || link != self->link_) return;
                     self->buffer_.commit(size);
                     self->has_answer_ = self->has_answer_ || size > 0;
                     self->take_input(error);
                   });
}

void Exchange::take_input(const error_code& error) {
  if (error) return take_end(error);
  if (const error_code fault = parse()) {
    return fail({true, "its answer is not HTTP that can be understood: " + fault.message()});
  }
  hand_over();
  if (!is_over_ && is_wanted_) read();
}

void Exchange::expect_response() {
  parser_.emplace();
  parser_->eager(true);
  parser_->body_limit(boost::none);
  parser_->header_limit(kLongestHead);
}

/// Takes in what is there: up to the end of the response at most.
error_code Exchange::parse() {
  error_code error;
  while (buffer_.size() > 0 && !parser_->is_done()) {
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error == beast::http::error::need_more) return {};
    if (error) return error;
    // "1xx: the request goes on": the response itself comes after it.
    if (parser_->is_done() && parser_->get().result_int() / 100 == 1) expect_response();
  }
  return {};
}

void Exchange::take_end(const error_code& error) {
  const bool is_end = error == asio::error::eof;
  if (!has_answer_ && link_->has_been_used && request_.may_repeat) return connect();
  if (is_end && has_answer_) {
    error_code fault;
    parser_->put_eof(fault);
    if (!fault && parser_->is_done()) return hand_over();
  }
  const bool is_cut = is_end || error == asio::ssl::error::stream_truncated;
  fail({true, is_cut ? "it closed the connection before its answer was complete" : error.message()});
}

void Exchange::take_head() {
  const auto& response = parser_->get();
  ResponseHead head;
  head.status = response.result_int();
  head.reason = std::string(response.reason());
  head.content_type = in_lower_case_without_parameters(response["Content-Type"]);
  head.session_id = std::string(response["Mcp-Session-Id"]);
  head.location = std::string(response["Location"]);
  head_ = std::move(head);
}

void Exchange::hand_over() {
  if (!parser_->is_header_done()) return;
  if (!std::exchange(has_head_, true)) take_head();
  ResponsePart part{std::exchange(head_, {}), std::exchange(parser_->get().body(), {}), parser_->is_done()};
  if (!part.head && part.body.empty() && !part.is_last) return;
  is_wanted_ = false;
  if (part.is_last) {
    is_over_ = true;
    if (parser_->keep_alive() && is_written_ && buffer_.size() == 0) {
      pool_->give_back(std::exchange(link_, {}));
    } else {
      link_->close();
    }
  }
  tell([part = std::move(part)](ResponseObserver& observer) mutable { observer.on_part(std::move(part)); });
}

// --- telling ---------------------------------------------------------------------------------------------------------

void Exchange::fail(HttpFailure failure) {
  is_over_ = true;
  if (link_ != nullptr) link_->close();
  tell([failure = std::move(failure)](ResponseObserver& observer) mutable { observer.on_failed(std::move(failure)); });
}

template <typename Task>
void Exchange::tell(Task task) {
  loop_.post([weak = receiver_, task = std::move(task)]() mutable {
    const auto receiver = weak.lock();
    if (receiver == nullptr) return;
    if (const auto observer = receiver->observer.lock()) task(*observer);
  });
}

}  // namespace workbench::http::remote
