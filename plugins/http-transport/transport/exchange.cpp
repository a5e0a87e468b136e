#include "transport/exchange.hpp"

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/http/error.hpp>
#include <locale>
#include <utility>

namespace workbench::http::transport {
namespace {

namespace beast = boost::beast;
using boost::system::error_code;

constexpr std::size_t kReadSize = 64U * 1024;
constexpr std::uint32_t kMaxHead = 64U * 1024;

/// In lower case and without parameters.
std::string media_type(beast::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  boost::algorithm::trim_right(type, std::locale::classic());
  boost::algorithm::to_lower(type, std::locale::classic());
  return type;
}

}  // namespace

Exchange::Exchange(EventLoop& loop, std::weak_ptr<HttpCall::Receiver> receiver, std::shared_ptr<ConnectionPool> pool,
                   HttpRequest request)
    : loop_(loop), receiver_(std::move(receiver)), pool_(std::move(pool)), request_(std::move(request)) {}

void Exchange::start() {
  connection_ = pool_->acquire();
  if (connection_ != nullptr) return begin();
  connect();
}

void Exchange::connect() {
  connection_.reset();
  std::string failure;
  const std::shared_ptr<HttpConnection> connection = pool_->make(failure);
  if (connection == nullptr) return fail({false, std::move(failure)});
  connecting_ = connection;
  connection->connect(pool_->connect_limit(), [self = shared_from_this()](std::string reason) {
    if (self->is_over_) return;
    if (!reason.empty()) return self->fail({false, std::move(reason)});
    self->connection_ = std::exchange(self->connecting_, {}).lock();
    self->begin();
  });
}

// Reads while it writes, because a server may refuse a request before it has read all of it.
void Exchange::begin() {
  expect_response();
  is_written_ = false;
  const asio::const_buffer body = request_.body == nullptr ? asio::const_buffer() : asio::buffer(*request_.body);
  connection_->write({asio::buffer(request_.headers), body},
                     [self = shared_from_this(), connection = connection_](const error_code& error, std::size_t) {
                       // After an error the read fails as well, or returns the response in which the server says why.
                       if (error || self->is_over_ || connection != self->connection_) return;
                       self->is_written_ = true;
                       self->notify([](ResponseObserver& observer) { observer.on_written(); });
                     });
  read();
}

void Exchange::read_on() {
  if (is_over_ || std::exchange(is_wanted_, true)) return;
  read();
}

void Exchange::abort() {
  is_over_ = true;
  if (connection_ != nullptr) connection_->close();
  if (const auto connection = connecting_.lock()) connection->close();
}

// --- reading ---------------------------------------------------------------------------------------------------------

void Exchange::read() {
  connection_->read_some(buffer_.prepare(kReadSize), [self = shared_from_this(), connection = connection_](
                                                         const error_code& error, std::size_t size) {
    if (self->is_over_ || connection != self->connection_) return;
    self->buffer_.commit(size);
    self->has_response_ = self->has_response_ || size > 0;
    self->handle_input(error);
  });
}

void Exchange::handle_input(const error_code& error) {
  if (error) return handle_end(error);
  if (const error_code fault = parse()) {
    return fail({true, "its response is not valid HTTP: " + fault.message()});
  }
  deliver();
  if (!is_over_ && is_wanted_) read();
}

void Exchange::expect_response() {
  parser_.emplace();
  parser_->eager(true);
  parser_->body_limit(boost::none);
  parser_->header_limit(kMaxHead);
}

/// Parses what has been read, up to the end of the response.
error_code Exchange::parse() {
  error_code error;
  while (buffer_.size() > 0 && !parser_->is_done()) {
    buffer_.consume(parser_->put(buffer_.data(), error));
    if (error == beast::http::error::need_more) return {};
    if (error) return error;
    // A response 1xx is informational; the final one follows.
    if (parser_->is_done() && parser_->get().result_int() / 100 == 1) expect_response();
  }
  return {};
}

void Exchange::handle_end(const error_code& error) {
  const bool is_end = error == asio::error::eof;
  if (!has_response_ && connection_->has_been_used && request_.may_repeat) return connect();
  if (is_end && has_response_) {
    error_code fault;
    parser_->put_eof(fault);
    if (!fault && parser_->is_done()) return deliver();
  }
  const bool is_cut = is_end || error == asio::ssl::error::stream_truncated;
  fail({true, is_cut ? "it closed the connection before the response was complete" : error.message()});
}

void Exchange::read_head() {
  const auto& response = parser_->get();
  ResponseHead head;
  head.status = response.result_int();
  head.reason = std::string(response.reason());
  head.content_type = media_type(response["Content-Type"]);
  head.session_id = std::string(response["Mcp-Session-Id"]);
  head.location = std::string(response["Location"]);
  head_ = std::move(head);
}

void Exchange::deliver() {
  if (!parser_->is_header_done()) return;
  if (!std::exchange(has_head_, true)) read_head();
  ResponsePart part{std::exchange(head_, {}), std::exchange(parser_->get().body(), {}), parser_->is_done()};
  if (!part.head && part.body.empty() && !part.is_last) return;
  is_wanted_ = false;
  if (part.is_last) {
    is_over_ = true;
    if (parser_->keep_alive() && is_written_ && buffer_.size() == 0) {
      pool_->release(std::exchange(connection_, {}));
    } else {
      connection_->close();
    }
  }
  notify([part = std::move(part)](ResponseObserver& observer) mutable { observer.on_part(std::move(part)); });
}

// --- notifying -------------------------------------------------------------------------------------------------------

void Exchange::fail(HttpFailure failure) {
  is_over_ = true;
  if (connection_ != nullptr) connection_->close();
  notify(
      [failure = std::move(failure)](ResponseObserver& observer) mutable { observer.on_failed(std::move(failure)); });
}

template <typename Task>
void Exchange::notify(Task task) {
  loop_.post([weak = receiver_, task = std::move(task)]() mutable {
    const auto receiver = weak.lock();
    if (receiver == nullptr) return;
    if (const auto observer = receiver->observer.lock()) task(*observer);
  });
}

}  // namespace workbench::http::transport
