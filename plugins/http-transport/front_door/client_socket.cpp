#include "front_door/client_socket.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>
#include <utility>

#include "front_door/byte_stream.hpp"
#include "front_door/outgoing_pieces.hpp"
#include "front_door/response_text.hpp"

namespace workbench::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;
using RequestParser = beast_http::request_parser<beast_http::string_body>;

/// A client may keep its connection open for so long without a request.
constexpr std::chrono::seconds kIdle{75};
/// After the last answer the client gets so long to read it before the socket is closed.
constexpr std::chrono::seconds kGoodbye{2};
/// What is read ahead while an answer is under way: a pipelined request waits there.
constexpr std::size_t kReadAhead = 16 * 1024;

Request request_of(const RequestParser& parser, const asio::ip::tcp::endpoint& peer) {
  const auto& message = parser.get();
  Request request;
  request.method = std::string(std::string_view(message.method_string()));
  request.target = std::string(std::string_view(message.target()));
  for (const auto& field : message) {
    request.fields.add(std::string(std::string_view(field.name_string())),
                       std::string(std::string_view(field.value())));
  }
  request.peer = peer.address().to_string();
  return request;
}

template <typename Stream>
class SocketOf final : public ClientSocket, public std::enable_shared_from_this<SocketOf<Stream>> {
 public:
  SocketOf(Stream stream, std::shared_ptr<Endpoint> endpoint)
      : stream_(std::move(stream)), endpoint_(std::move(endpoint)), deadline_(stream_.get_executor()) {}

  void start(std::function<void()> closed) override {
    closed_ = std::move(closed);
    error_code ignored;
    peer_ = socket_of(stream_).remote_endpoint(ignored);
    socket_of(stream_).set_option(asio::ip::tcp::no_delay(true), ignored);
    limit_time(endpoint_->settings().request_time);
    async_greet(stream_, [self = this->shared_from_this()](const error_code& error) {
      if (error) return self->cut_off();
      self->read_request();
    });
  }

  void retire() override {
    keeps_alive_ = false;
    if (exchange_ == nullptr && !is_writing_) cut_off();
  }

  void cut_off() override {
    if (std::exchange(is_closed_, true)) return;
    deadline_.cancel();
    error_code ignored;
    socket_of(stream_).close(ignored);
    pieces_.drop();
    if (const auto exchange = std::exchange(exchange_, nullptr)) exchange->tell_gone();
    if (const auto closed = std::exchange(closed_, nullptr)) closed();
  }

 private:
  class CurrentExchange;
  friend class CurrentExchange;

  // --- reading ---

  void read_request() {
    if (is_closed_) return;
    is_reading_ = true;
    request_ = {};
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(endpoint_->settings().header_bytes));
    parser_->body_limit(endpoint_->settings().request_bytes);
    limit_time(buffer_.size() > 0 ? endpoint_->settings().request_time : kIdle);
    beast_http::async_read_header(stream_, buffer_, *parser_,
                                  [self = this->shared_from_this()](const error_code& error, std::size_t) {
                                    if (error) return self->take_unreadable(error);
                                    self->take_head();
                                  });
  }

  void take_head() {
    if (is_closed_) return;
    request_ = request_of(*parser_, peer_);
    keeps_alive_ = keeps_alive_ && parser_->keep_alive();
    is_chunkable_ = parser_->get().version() >= 11;
    if (auto answer = endpoint_->examine(request_)) {
      const bool has_body = !parser_->is_done();
      if (has_body) keeps_alive_ = false;  // what it goes on to send would be taken for a request
      begin_exchange();
      return current_exchange()->answer(*std::move(answer));
    }
    if (const auto expected = request_.fields.find("Expect");
        expected != nullptr && is_chunkable_ && same_name(*expected, "100-continue")) {
      write("HTTP/1.1 100 Continue\r\n\r\n", [] {});
    }
    limit_time(endpoint_->settings().request_time);
    beast_http::async_read(stream_, buffer_, *parser_,
                           [self = this->shared_from_this()](const error_code& error, std::size_t) {
                             if (error) return self->take_unreadable(error);
                             self->take_request();
                           });
  }

  void take_request() {
    if (is_closed_) return;
    request_.body = std::move(parser_->get().body());
    parser_.reset();
    deadline_.cancel();
    begin_exchange();
    const auto exchange = exchange_;
    endpoint_->take(std::move(request_), current_exchange());
    if (exchange == exchange_) read_ahead();
  }

  void take_unreadable(const error_code& error) {
    if (is_closed_) return;
    const unsigned status = error == beast_http::error::body_limit     ? 413
                            : error == beast_http::error::header_limit ? 431
                            : error == beast_http::error::bad_version  ? 505
                                                                       : 400;
    const bool is_http = error.category() == make_error_code(beast_http::error::bad_value).category() &&
                         error != beast_http::error::end_of_stream && error != beast_http::error::partial_message;
    if (!is_http) return cut_off();
    keeps_alive_ = false;
    begin_exchange();
    current_exchange()->answer(plain_answer(status, status == 413   ? "The body is too long."
                                                    : status == 431 ? "The head is too long."
                                                                    : "This is no HTTP request: " + error.message()));
  }

  // --- while an answer is under way ---

  // A client that goes is noticed by reading. What it sends instead is the beginning of its next request.
  void read_ahead() {
    if (is_reading_ahead_ || is_closed_ || buffer_.size() >= kReadAhead) return;
    is_reading_ahead_ = true;
    stream_.async_read_some(buffer_.prepare(kReadAhead - buffer_.size()),
                            [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                              self->is_reading_ahead_ = false;
                              if (error && error != asio::error::operation_aborted) return self->cut_off();
                              if (self->is_closed_) return;
                              if (self->is_leaving_) return self->drop_input();
                              self->buffer_.commit(bytes);
                              if (self->exchange_ != nullptr) return self->read_ahead();
                              self->go_on();
                            });
  }

  void begin_exchange();
  [[nodiscard]] std::shared_ptr<CurrentExchange> current_exchange() const { return exchange_; }

  void end_exchange() {
    exchange_ = nullptr;
    if (!is_writing_) go_on();
  }

  /// The answer is on its way; now for the next request, or the end.
  void go_on() {
    if (is_closed_ || exchange_ != nullptr || is_writing_) return;
    if (is_reading_) return limit_time(endpoint_->settings().request_time);  // that was its 100 Continue
    if (!keeps_alive_) return say_goodbye();
    if (!is_reading_ahead_) return read_request();
    limit_time(kIdle);
    // Reading ahead brings the next request's first bytes, and has to end if they are there already.
    error_code ignored;
    if (buffer_.size() > 0) socket_of(stream_).cancel(ignored);
  }

  // Closing a socket with unread input resets the connection, and the client loses the answer. So it is asked first to
  // read to the end.
  void say_goodbye() {
    if (std::exchange(is_leaving_, true)) return;
    limit_time(kGoodbye);
    if (is_reading_ahead_) {  // and so a goodbye that reads, as that of TLS does, is not possible
      error_code ignored;
      socket_of(stream_).shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
      return;
    }
    async_say_goodbye(stream_, [self = this->shared_from_this()](const error_code&) { self->drop_input(); });
  }

  void drop_input() {
    if (is_closed_) return;
    buffer_.clear();
    socket_of(stream_).async_read_some(buffer_.prepare(kReadAhead),
                                       [self = this->shared_from_this()](const error_code& error, std::size_t) {
                                         if (error) return self->cut_off();
                                         self->drop_input();
                                       });
  }

  // --- writing ---

  void write(std::string bytes, std::function<void()> written) {
    if (is_closed_) return written();
    pieces_.add(std::move(bytes), std::move(written));
    if (!is_writing_) write_on();
  }

  void write_on() {
    is_writing_ = true;
    // A slow reader may take its time, as long as it takes something.
    limit_time(endpoint_->settings().request_time);
    stream_.async_write_some(pieces_.next(),
                             [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                               if (error) return self->cut_off();
                               self->note_written(bytes);
                             });
  }

  void note_written(std::size_t bytes) {
    if (is_closed_) return;
    deadline_.cancel();
    pieces_.took(bytes);
    if (is_closed_) return;
    if (!pieces_.is_empty()) return write_on();
    is_writing_ = false;
    go_on();
  }

  // --- time ---

  void limit_time(std::chrono::milliseconds limit) {
    deadline_.expires_after(limit);
    deadline_.async_wait([weak = this->weak_from_this()](const error_code& error) {
      const auto self = weak.lock();
      if (error || self == nullptr) return;
      // It may have been put off when this call was on its way already.
      if (self->deadline_.expiry() <= asio::steady_timer::clock_type::now()) self->cut_off();
    });
  }

  Stream stream_;
  std::shared_ptr<Endpoint> endpoint_;
  asio::steady_timer deadline_;
  asio::ip::tcp::endpoint peer_;
  std::function<void()> closed_;
  boost::beast::flat_buffer buffer_;
  std::optional<RequestParser> parser_;
  Request request_;
  std::shared_ptr<CurrentExchange> exchange_;  // null: none is under way
  OutgoingPieces pieces_;
  bool is_reading_ = false;  // a request; between its beginning and its exchange
  bool is_writing_ = false;
  bool keeps_alive_ = true;
  bool is_chunkable_ = true;
  bool is_reading_ahead_ = false;
  bool is_leaving_ = false;
  bool is_closed_ = false;
};

/// The exchange that its socket is at now. It holds the socket, which holds it until it is over.
template <typename Stream>
class SocketOf<Stream>::CurrentExchange final : public Exchange {
 public:
  /// `sends_bodies`: not to a HEAD, whose answer is the head that a GET would get.
  CurrentExchange(std::shared_ptr<SocketOf> socket, Fields extra, bool sends_bodies)
      : socket_(std::move(socket)), extra_(std::move(extra)), sends_bodies_(sends_bodies) {}

  void answer(Answer answer) override {
    if (socket_ == nullptr || has_begun_) return;
    for (const auto& [name, value] : extra_) answer.fields.add(name, value);
    if (answer.fields.has("Connection")) socket_->keeps_alive_ = false;
    const Framing framing = answer.status == 204 ? Framing::no_body : Framing::length;
    std::string text = response_head(answer, framing, socket_->keeps_alive_);
    if (!sends_bodies_) answer.body.clear();
    if (answer.body.size() < kInOnePiece) {
      text.append(answer.body);
      answer.body.clear();
    }
    socket_->write(std::move(text), [] {});
    if (socket_ != nullptr && !answer.body.empty()) socket_->write(std::move(answer.body), [] {});
    leave();
  }

  void begin_events(const Fields& fields) override {
    if (socket_ == nullptr || std::exchange(has_begun_, true)) return;
    Answer head{
        200, {{"Content-Type", "text/event-stream"}, {"Cache-Control", "no-cache"}, {"X-Accel-Buffering", "no"}}, {}};
    for (const auto& [name, value] : fields) head.fields.add(name, value);
    for (const auto& [name, value] : extra_) head.fields.add(name, value);
    is_chunked_ = socket_->is_chunkable_;
    if (!is_chunked_) socket_->keeps_alive_ = false;
    socket_->write(
        response_head(head, is_chunked_ ? Framing::chunks : Framing::end_of_connection, socket_->keeps_alive_), [] {});
  }
  [[nodiscard]] bool has_begun() const override { return has_begun_; }

  void send(std::string bytes, std::function<void()> written) override {
    if (socket_ == nullptr) return written();
    socket_->write(is_chunked_ ? chunk_of(bytes) : std::move(bytes), std::move(written));
  }

  void finish() override {
    if (socket_ == nullptr) return;
    if (is_chunked_) socket_->write(kLastChunk, [] {});
    leave();
  }

  [[nodiscard]] std::size_t unsent() const override { return socket_ == nullptr ? 0 : socket_->pieces_.unsent(); }
  void on_gone(std::function<void()> gone) override { gone_ = std::move(gone); }
  void abort() override {
    if (const auto socket = socket_) socket->cut_off();
  }

  void tell_gone() {
    socket_ = nullptr;
    if (const auto gone = std::exchange(gone_, nullptr)) gone();
  }

 private:
  /// A body up to this size is sent together with its head.
  static constexpr std::size_t kInOnePiece = 64 * 1024;

  void leave() {
    gone_ = nullptr;
    if (const auto socket = std::exchange(socket_, nullptr)) socket->end_exchange();
  }

  std::shared_ptr<SocketOf> socket_;  // null: over
  const Fields extra_;
  const bool sends_bodies_;
  std::function<void()> gone_;
  bool has_begun_ = false;
  bool is_chunked_ = false;
};

template <typename Stream>
void SocketOf<Stream>::begin_exchange() {
  is_reading_ = false;
  exchange_ = std::make_shared<CurrentExchange>(this->shared_from_this(), endpoint_->gate().fields_for_origin(request_),
                                                request_.method != "HEAD");
}

}  // namespace

std::shared_ptr<ClientSocket> make_client_socket(asio::ip::tcp::socket socket, asio::ssl::context* tls,
                                                 std::shared_ptr<Endpoint> endpoint) {
  if (tls == nullptr) return std::make_shared<SocketOf<PlainStream>>(std::move(socket), std::move(endpoint));
  return std::make_shared<SocketOf<TlsStream>>(TlsStream(std::move(socket), *tls), std::move(endpoint));
}

}  // namespace workbench::http
