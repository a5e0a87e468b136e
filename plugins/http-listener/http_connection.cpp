#include "http_connection.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <new>
#include <utility>

#include "access/forwarded_source.hpp"
#include "network/proxy_protocol.hpp"

namespace workbench::http {
namespace {

/// How much input may wait: as much as is needed to see the end of a head, of the size of a chunk with its extensions,
/// or of a PROXY header.
std::size_t max_unused(const ListenerSettings& settings) {
  constexpr std::size_t kChunkSizeLine = 64;
  return std::max(settings.header_bytes + kChunkSizeLine, kMaxProxyHeader);
}

}  // namespace

HttpConnection::HttpConnection(std::shared_ptr<Endpoint> endpoint, ConnectedClient client)
    : endpoint_(std::move(endpoint)),
      source_(std::move(client.socket.peer), client.is_trusted_proxy, client.is_open_to_users),
      tls_(std::move(client.tls)),
      socket_(endpoint_->host().loop(), std::move(client.socket.fd), max_unused(endpoint_->settings()), *this),
      time_(endpoint_->host().loop(), endpoint_->settings(), [this] { handle_time_limit(); }),
      memory_(endpoint_->memory()) {
  if (client.is_trusted_proxy && endpoint_->settings().proxy_protocol) {
    state_ = State::proxy_header;
  } else if (tls_ != nullptr) {
    socket_.begin_tls(std::make_unique<TlsChannel>(std::exchange(tls_, nullptr)));
  }
}

void HttpConnection::start(MoveOnlyFunction<void()> closed) {
  closed_ = std::move(closed);
  limit_time();
  socket_.start();
}

void HttpConnection::close() {
  keeps_alive_ = false;
  if (state_ != State::responding && socket_.unsent() == 0) abort();
}

void HttpConnection::abort() {
  if (std::exchange(state_, State::closed) == State::closed) return;
  const auto self = shared_from_this();
  time_.clear();
  authorization_.reset();
  socket_.close();
  memory_.release();
  if (const auto response = std::exchange(response_, nullptr)) {
    log_request(*response);
    response->handle_disconnect();
  }
  if (auto closed = std::exchange(closed_, nullptr)) closed();
}

// What a slow client has not read yet is dropped: it may take as long as it likes.
void HttpConnection::end_access(const char* reason) {
  const auto self = shared_from_this();
  keeps_alive_ = false;
  if (const auto response = response_) response->handle_end_of_access(reason);
  if (state_ != State::lingering) abort();
}

std::shared_ptr<const Principal> HttpConnection::principal() {
  if (response_ != nullptr) return logged_.principal;
  return state_ == State::authorizing || state_ == State::body ? parser_->request().principal : nullptr;
}

int HttpConnection::flush() {
  socket_.flush();
  return socket_.unsent() == 0 ? -1 : socket_.descriptor();
}

// --- reading ---------------------------------------------------------------------------------------------------------

std::size_t HttpConnection::on_input(std::string_view input) {
  std::size_t used = 0;
  if (state_ == State::proxy_header) {
    used = read_proxy_header(input);
    if (socket_.tls() != nullptr) return used;
  }
  is_in_input_ = true;
  while (is_reading() && used != input.size()) {
    const std::size_t before = used;
    used += read_request(input.substr(used));
    if (used == before && is_reading()) break;  // more has to be received
  }
  is_in_input_ = false;
  limit_memory(input.size() - used);
  limit_time();
  return state_ == State::lingering || state_ == State::closed ? input.size() : used;
}

std::size_t HttpConnection::read_proxy_header(std::string_view input) {
  using Status = ProxyHeaderReading::Status;
  const ProxyHeaderReading reading = http::read_proxy_header(input);
  if (reading.status == Status::incomplete) return 0;
  if (reading.status != Status::complete) {
    endpoint_->log().refuse(RefusalCause::protocol, source_.address(),
                            "no valid header of the PROXY protocol, which listener.http.proxyProtocol requires");
    abort();
    return 0;
  }
  if (reading.header.source) source_.replace_peer(*reading.header.source, endpoint_->settings().trusted_proxies);
  state_ = State::head;
  if (tls_ != nullptr) socket_.begin_tls(std::make_unique<TlsChannel>(std::exchange(tls_, nullptr)));
  return reading.header.size;
}

/// Reads up to the end of the request at most. Returns how much of `input` it has used.
std::size_t HttpConnection::read_request(std::string_view input) {
  if (!parser_) {
    parser_.emplace(RequestParser::Limits{endpoint_->settings().header_bytes, endpoint_->settings().request_bytes});
    state_ = State::head;
  }
  std::size_t used = feed(input);
  if (state_ == State::head && parser_->state() != RequestParser::State::head) {
    state_ = State::body;
    handle_head();
    if (state_ != State::body) return used;
    if (parser_->state() == RequestParser::State::has_head && used != input.size()) used += feed(input.substr(used));
  }
  if (state_ != State::body || parser_->state() != RequestParser::State::complete) return used;
  limit_memory(0);  // a request that has been passed on is not refused any more
  if (state_ == State::body) handle_request();
  return used;
}

/// Refuses the request if it cannot be read.
std::size_t HttpConnection::feed(std::string_view input) {
  std::optional<std::size_t> used;  // absent: there is no memory for the body
  try {
    used = parser_->feed(input);
  } catch (const std::bad_alloc&) {
    std::string().swap(parser_->request().body);  // an assignment would keep the buffer
  }
  if (!used) {
    refuse_to_read(unavailable_response("Not enough memory for this request; retry."));
  } else if (parser_->state() == RequestParser::State::failed) {
    refuse_to_read(parser_->refusal());
  }
  return used.value_or(input.size());
}

void HttpConnection::handle_head() {
  ReceivedRequest& request = parser_->request();
  const bool asks_for_user = endpoint_->request_check().admits_own_user_only() || endpoint_->console() != nullptr;
  request.source = source_.of_requests(socket_, asks_for_user);
  keeps_alive_ = keeps_alive_ && parser_->keeps_alive();
  if (source_.is_forwarding()) apply_proxy_headers(request, endpoint_->settings(), endpoint_->host());
  judge_head(true);
}

void HttpConnection::judge_head(bool may_wait) {
  ReceivedRequest& request = parser_->request();
  auto verdict = endpoint_->request_check().check(request, may_wait);
  if (verdict.must_wait) {
    state_ = State::authorizing;
    const bool may_wait_again = endpoint_->request_check().must_ask_authenticators(request);
    authorization_ =
        endpoint_->request_check().wait(request, [this, may_wait_again] { go_on_with_head(may_wait_again); });
    return;
  }
  if (verdict.response) {
    if (parser_->has_body()) keeps_alive_ = false;  // the unread body would be read as the next request
    return begin_response()->respond(*std::move(verdict.response));
  }
  if (!memory_.is_empty()) memory_.move_to(client_name());
  const std::string* expected = request.headers.find("Expect");
  if (expected != nullptr && parser_->may_chunk() && boost::beast::iequals(*expected, "100-continue")) {
    socket_.write(Message("HTTP/1.1 100 Continue\r\n\r\n"));
  }
}

/// Continues the request whose credentials had to be checked first. Input that arrived meanwhile was not read.
void HttpConnection::go_on_with_head(bool may_wait) {
  const auto self = shared_from_this();
  const auto on_the_stack = std::move(authorization_);  // which calls this
  state_ = State::body;
  judge_head(may_wait);
  if (state_ == State::body && parser_->state() == RequestParser::State::complete) handle_request();
  limit_time();
  count_memory();
  if (is_reading()) go_on();
}

void HttpConnection::handle_request() {
  const auto response = begin_response();
  answered_bytes_ = parser_->kept();
  ReceivedRequest request = std::move(parser_->request());
  parser_.reset();
  endpoint_->handle(std::move(request), response);
}

void HttpConnection::refuse_to_read(Response refusal) {
  keeps_alive_ = false;
  begin_response()->respond(std::move(refusal));
}

// --- memory ----------------------------------------------------------------------------------------------------------

void HttpConnection::count_memory(std::size_t unused) {
  if (state_ == State::closed) return;
  // The responder needs the request until the end, also when its stream has begun.
  const std::size_t answered = response_ != nullptr ? answered_bytes_ : 0;
  const std::size_t kept = socket_.kept() + unused + answered + (parser_ ? parser_->kept() : 0);
  memory_.set(kept, [this] { return client_name(); });
}

/// Refuses a request by which its client holds too much. is_beyond_memory() decides about unsent data.
void HttpConnection::limit_memory(std::size_t unused) {
  if (state_ == State::closed || state_ == State::lingering) return;
  const std::size_t before = memory_.bytes();
  count_memory(unused);
  const auto excess = memory_.excess();
  const bool is_responding = response_ != nullptr && socket_.unsent() != 0;
  if (memory_.bytes() <= before || excess == MemoryBudget::Excess::none || is_responding) return;
  Response refusal = endpoint_->request_check().refuse_for_memory(excess, source_.address(), principal().get());
  if (!is_reading() || !parser_) return abort();
  std::string().swap(parser_->request().body);
  refuse_to_read(std::move(refusal));
}

std::string HttpConnection::client_name() {
  if (response_ != nullptr) return quota_client(logged_.principal.get(), logged_.address);
  const bool has_source = parser_ && parser_->request().source != nullptr;
  return quota_client(principal().get(), has_source ? parser_->request().source->address : source_.address());
}

bool HttpConnection::is_beyond_memory(bool had_unread) const {
  if (socket_.unsent() == 0) return false;
  const auto excess = had_unread ? memory_.excess() : memory_.excess_of_others();
  return excess != MemoryBudget::Excess::none;
}

void HttpConnection::on_disconnect(std::string_view reason) {
  const bool is_certificate = socket_.tls() != nullptr && socket_.tls()->is_certificate_refused();
  const RefusalCause why = is_certificate ? RefusalCause::credentials : RefusalCause::protocol;
  if (!reason.empty()) endpoint_->log().refuse(why, source_.address(), reason);
  abort();
}

// --- responding ------------------------------------------------------------------------------------------------------

std::shared_ptr<OutgoingResponse> HttpConnection::begin_response() {
  state_ = State::responding;
  const ReceivedRequest& request = parser_->request();
  logged_ = {request.source == nullptr ? source_.address() : request.source->address, request.principal, request.method,
             std::string(request.path()), std::chrono::steady_clock::now()};
  authorized_until_ = request.authorized_until;
  const bool has_head = parser_->state() != RequestParser::State::failed;
  OutgoingResponse::Options options;
  if (has_head) options.headers = endpoint_->request_check().response_headers(request);
  options.sends_body = request.method != "HEAD";
  options.may_chunk = !has_head || parser_->may_chunk();
  options.max_unread = endpoint_->host().limits().message_bytes;
  ResponseTarget& target = *this;
  response_ = std::make_shared<OutgoingResponse>(target, std::move(options));
  return response_;
}

void HttpConnection::write(Message bytes) {
  socket_.write(std::move(bytes));
  if (socket_.unsent() != 0 || !memory_.is_empty()) count_memory();
  limit_time();
}

void HttpConnection::on_written() {
  count_memory();
  // A slow client is not disconnected as long as it reads something.
  if (awaited() == WaitingFor::reader) return time_.await_reader_again(expiry());
  limit_time();
  if (const auto response = response_) response->handle_drained();
  if (state_ == State::finishing) complete_response();
}

// The next request is not read before the client has read this response: a client that never reads could otherwise make
// us keep any number of them.
void HttpConnection::end_response() {
  if (state_ == State::closed) return;
  if (socket_.unsent() == 0) return complete_response();
  if (is_beyond_memory(false)) return abort_response(kBeyondMemory);
  state_ = State::finishing;
  limit_time();
}

void HttpConnection::complete_response() {
  const auto response = std::exchange(response_, nullptr);
  log_request(*response);
  parser_.reset();
  answered_bytes_ = 0;
  if (!is_in_input_) count_memory();
  if (!keeps_alive_) return linger();
  state_ = State::idle;
  limit_time();
  if (!is_in_input_) go_on();
}

/// Continues with the requests that have been received meanwhile. Not inside complete_response(), which any responder
/// may call: a pipeline of requests that are answered at once would recurse.
void HttpConnection::go_on() {
  if (!socket_.has_unused()) return;
  endpoint_->host().loop().post([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self != nullptr && self->is_reading()) self->socket_.present_again();
  });
}

void HttpConnection::linger() {
  state_ = State::lingering;
  socket_.end_output();
  limit_time();
}

void HttpConnection::abort_response(const std::string& reason) {
  endpoint_->host().log(LogLevel::warning, "listener 'http'", reason);
  abort();
}

void HttpConnection::log_request(const OutgoingResponse& response) {
  endpoint_->log().record({std::move(logged_.address), logged_.principal.get(), logged_.method, logged_.path,
                           response.status(), std::chrono::steady_clock::now() - logged_.begun, response.bytes()});
}

// --- time ------------------------------------------------------------------------------------------------------------

void HttpConnection::limit_time() {
  if (state_ == State::closed) return;
  const WaitingFor what = awaited();
  time_.await(what, what == WaitingFor::body ? parser_->request().body.size() : 0, expiry());
}

WaitingFor HttpConnection::awaited() const {
  if (state_ == State::lingering) return WaitingFor::end;
  if (state_ == State::authorizing) return WaitingFor::authorization;
  if (socket_.unsent() != 0) return WaitingFor::reader;
  if (state_ == State::responding) return WaitingFor::response;
  if (state_ == State::body) return WaitingFor::body;
  return state_ == State::head || state_ == State::proxy_header ? WaitingFor::head : WaitingFor::request;
}

void HttpConnection::handle_time_limit() {
  if (state_ != State::responding || socket_.unsent() != 0) return abort();
  if (authorized_until_.has_passed(std::chrono::system_clock::now())) return end_access("the access token has expired");
  const auto self = shared_from_this();
  if (const auto response = response_) response->keep_alive();
  limit_time();
}

}  // namespace workbench::http
