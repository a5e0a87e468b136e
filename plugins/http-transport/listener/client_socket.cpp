#include "listener/client_socket.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/read.hpp>
#include <optional>
#include <string>
#include <utility>

#include "listener/byte_stream.hpp"
#include "listener/exchange.hpp"
#include "listener/wire_format.hpp"
#include "listener/write_queue.hpp"

namespace workbench::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

/// How long a connection may be idle between two requests.
constexpr std::chrono::seconds kIdleTime{75};
/// How long the client may take to read the last response before the socket is closed.
constexpr std::chrono::seconds kLingerTime{2};
/// How much is read during a response; a pipelined request waits in this buffer.
constexpr std::size_t kReadAhead = 16 * 1024;

template <typename Stream>
class SocketOf final : public ClientSocket,
                       private ExchangeSocket,
                       public std::enable_shared_from_this<SocketOf<Stream>> {
 public:
  SocketOf(Stream stream, std::shared_ptr<Endpoint> endpoint)
      : stream_(std::move(stream)), endpoint_(std::move(endpoint)), deadline_(stream_.get_executor()) {}

  void start(std::function<void()> closed) override {
    closed_ = std::move(closed);
    error_code ignored;
    peer_ = socket_of(stream_).remote_endpoint(ignored).address().to_string();
    socket_of(stream_).set_option(asio::ip::tcp::no_delay(true), ignored);
    limit_time(endpoint_->settings().request_time);
    async_handshake(stream_, [self = this->shared_from_this()](const error_code& error) {
      if (error) return self->abort();
      self->read_request();
    });
  }

  void close() override {
    keeps_alive_ = false;
    if (state_ != State::responding && !is_writing_) abort();
  }

  void abort() override {
    if (std::exchange(state_, State::closed) == State::closed) return;
    deadline_.cancel();
    error_code ignored;
    socket_of(stream_).close(ignored);
    queue_.clear();
    if (const auto exchange = std::exchange(exchange_, nullptr)) exchange->handle_disconnect();
    if (const auto closed = std::exchange(closed_, nullptr)) closed();
  }

 private:
  enum class State {
    reading,     ///< a request, or waiting for one
    responding,  ///< the exchange is active
    finishing,   ///< the exchange is over: its response is being written, or a read ahead has not ended yet
    lingering,   ///< the client has time to read the last response
    closed,
  };

  // --- reading ---

  void read_request() {
    if (state_ == State::closed) return;
    state_ = State::reading;
    request_ = {};
    if (buffer_.size() > 0) return read_head();
    limit_time(has_had_request_ ? kIdleTime : endpoint_->settings().request_time);
    stream_.async_read_some(buffer_.prepare(kReadAhead),
                            [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                              if (error) return self->abort();
                              self->buffer_.commit(bytes);
                              self->read_head();
                            });
  }

  void read_head() {
    if (state_ == State::closed) return;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(endpoint_->settings().header_bytes));
    parser_->body_limit(endpoint_->settings().request_bytes);
    limit_time(endpoint_->settings().request_time);
    beast_http::async_read_header(stream_, buffer_, *parser_,
                                  [self = this->shared_from_this()](const error_code& error, std::size_t) {
                                    if (error) return self->handle_unreadable(error);
                                    self->handle_head();
                                  });
  }

  void handle_head() {
    if (state_ == State::closed) return;
    request_ = head_of(*parser_, peer_);
    keeps_alive_ = keeps_alive_ && parser_->keep_alive();
    if (auto response = endpoint_->request_check().check(request_)) {
      const bool has_body = !parser_->is_done();
      if (has_body) keeps_alive_ = false;  // the unread body would be read as the next request
      return begin_exchange()->respond(*std::move(response));
    }
    if (const auto expected = request_.headers.find("Expect");
        expected != nullptr && may_chunk() && boost::beast::iequals(*expected, "100-continue")) {
      write("HTTP/1.1 100 Continue\r\n\r\n", [] {});
    }
    limit_time(endpoint_->settings().request_time);
    beast_http::async_read(stream_, buffer_, *parser_,
                           [self = this->shared_from_this()](const error_code& error, std::size_t) {
                             if (error) return self->handle_unreadable(error);
                             self->handle_request();
                           });
  }

  void handle_request() {
    if (state_ == State::closed) return;
    request_.body = std::move(parser_->get().body());
    deadline_.cancel();
    const auto exchange = begin_exchange();
    parser_.reset();
    endpoint_->handle(std::move(request_), exchange);
    if (exchange == exchange_) read_ahead();
  }

  void handle_unreadable(const error_code& error) {
    if (state_ == State::closed) return;
    auto response = response_to_unreadable(error);
    if (!response) return abort();
    keeps_alive_ = false;
    begin_exchange()->respond(*std::move(response));
  }

  [[nodiscard]] bool may_chunk() const { return parser_->get().version() >= 11; }

  // --- responding ---

  std::shared_ptr<SocketExchange> begin_exchange() {
    state_ = State::responding;
    has_had_request_ = true;
    std::shared_ptr<ExchangeSocket> socket(this->shared_from_this(), this);
    exchange_ = std::make_shared<SocketExchange>(
        std::move(socket),
        SocketExchange::ResponseOptions{endpoint_->request_check().origin_policy().cors_headers(request_),
                                        request_.method != "HEAD", may_chunk()});
    return exchange_;
  }

  // Only a read notices that the client has disconnected. What it returns otherwise is the next request.
  void read_ahead() {
    if (is_reading_ahead_ || state_ == State::closed || buffer_.size() >= kReadAhead) return;
    is_reading_ahead_ = true;
    stream_.async_read_some(buffer_.prepare(kReadAhead - buffer_.size()),
                            [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                              self->is_reading_ahead_ = false;
                              if (error && error != asio::error::operation_aborted) return self->abort();
                              self->handle_read_ahead(bytes);
                            });
  }

  void handle_read_ahead(std::size_t bytes) {
    if (state_ == State::closed) return;
    if (state_ == State::lingering) return drop_input();
    buffer_.commit(bytes);
    if (state_ == State::responding) return read_ahead();
    go_on();
  }

  void end_exchange() override {
    exchange_ = nullptr;
    if (state_ == State::closed) return;
    state_ = State::finishing;
    go_on();
  }

  /// Continues with the next request or the end of the connection, once the response is written.
  void go_on() {
    if (state_ != State::finishing || is_writing_) return;
    if (!keeps_alive_) return shut_down();
    if (!is_reading_ahead_) return read_request();
    limit_time(kIdleTime);
    // The read ahead returns the first bytes of the next request; it is cancelled if there are some already.
    error_code ignored;
    if (buffer_.size() > 0) socket_of(stream_).cancel(ignored);
  }

  // Closing a socket with unread input resets the connection, and the client could lose the response. So only the
  // sending side is shut down until the client closes the connection, too.
  void shut_down() {
    state_ = State::lingering;
    limit_time(kLingerTime);
    if (is_reading_ahead_) {  // the shutdown of TLS reads as well, and there can only be one read
      error_code ignored;
      socket_of(stream_).shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
      return;
    }
    async_shut_down(stream_, [self = this->shared_from_this()](const error_code&) { self->drop_input(); });
  }

  void drop_input() {
    if (state_ == State::closed) return;
    buffer_.clear();
    socket_of(stream_).async_read_some(buffer_.prepare(kReadAhead),
                                       [self = this->shared_from_this()](const error_code& error, std::size_t) {
                                         if (error) return self->abort();
                                         self->drop_input();
                                       });
  }

  // --- writing ---

  void write(std::string bytes, std::function<void()> written) override {
    if (state_ == State::closed) return written();
    queue_.push(std::move(bytes), std::move(written));
    if (!is_writing_) write_on();
  }

  void write_on() {
    is_writing_ = true;
    // A slow client is not disconnected as long as it reads something.
    limit_time(endpoint_->settings().request_time);
    stream_.async_write_some(queue_.next(),
                             [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                               if (error) return self->abort();
                               self->handle_written(bytes);
                             });
  }

  void handle_written(std::size_t bytes) {
    if (state_ == State::closed) return;
    deadline_.cancel();
    queue_.consume(bytes);
    if (state_ == State::closed) return;
    if (!queue_.is_empty()) return write_on();
    is_writing_ = false;
    if (state_ == State::reading) return limit_time(endpoint_->settings().request_time);  // 100 Continue was written
    go_on();
  }

  [[nodiscard]] std::size_t unsent() const override { return queue_.unsent(); }
  [[nodiscard]] bool keeps_alive() const override { return keeps_alive_; }
  void close_after_response() override { keeps_alive_ = false; }

  // --- time ---

  void limit_time(std::chrono::milliseconds limit) {
    deadline_.expires_after(limit);
    deadline_.async_wait([weak = this->weak_from_this()](const error_code& error) {
      const auto self = weak.lock();
      if (error || self == nullptr) return;
      // The timer may have been restarted after this handler was queued.
      if (self->deadline_.expiry() <= asio::steady_timer::clock_type::now()) self->abort();
    });
  }

  Stream stream_;
  std::shared_ptr<Endpoint> endpoint_;
  asio::steady_timer deadline_;
  std::string peer_;
  std::function<void()> closed_;
  boost::beast::flat_buffer buffer_;
  std::optional<RequestParser> parser_;  // of the request that is being read
  Request request_;
  std::shared_ptr<SocketExchange> exchange_;  // null unless responding
  WriteQueue queue_;
  State state_ = State::reading;
  bool has_had_request_ = false;
  bool keeps_alive_ = true;
  bool is_writing_ = false;
  bool is_reading_ahead_ = false;
};

}  // namespace

std::shared_ptr<ClientSocket> make_client_socket(asio::ip::tcp::socket socket, asio::ssl::context* tls,
                                                 std::shared_ptr<Endpoint> endpoint) {
  if (tls == nullptr) return std::make_shared<SocketOf<PlainStream>>(std::move(socket), std::move(endpoint));
  return std::make_shared<SocketOf<TlsStream>>(TlsStream(std::move(socket), *tls), std::move(endpoint));
}

}  // namespace workbench::http
