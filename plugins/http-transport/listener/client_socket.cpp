#include "listener/client_socket.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <optional>
#include <string>
#include <utility>

#include "listener/byte_stream.hpp"
#include "listener/outgoing_pieces.hpp"
#include "listener/request_parser.hpp"
#include "listener/socket_exchange.hpp"

namespace workbench::http {
namespace {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using boost::system::error_code;

/// A client may keep its connection open for so long without a further request.
constexpr std::chrono::seconds kIdle{75};
/// After the last answer the client gets so long to read it before the socket is closed.
constexpr std::chrono::seconds kGoodbye{2};
/// What is read ahead while an answer is under way: a pipelined request waits there.
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
    async_greet(stream_, [self = this->shared_from_this()](const error_code& error) {
      if (error) return self->cut_off();
      self->read_request();
    });
  }

  void retire() override {
    keeps_alive_ = false;
    if (state_ != State::answering && !is_writing_) cut_off();
  }

  void cut_off() override {
    if (std::exchange(state_, State::closed) == State::closed) return;
    deadline_.cancel();
    error_code ignored;
    socket_of(stream_).close(ignored);
    pieces_.drop();
    if (const auto exchange = std::exchange(exchange_, nullptr)) exchange->tell_gone();
    if (const auto closed = std::exchange(closed_, nullptr)) closed();
  }

 private:
  enum class State {
    reading,    ///< a request, or waiting for one
    answering,  ///< the exchange is under way
    settling,   ///< the exchange is over: its answer is being written, or reading ahead has still to end
    leaving,    ///< the client is given time to read the last answer
    closed,
  };

  // --- reading ---

  void read_request() {
    if (state_ == State::closed) return;
    state_ = State::reading;
    request_ = {};
    if (buffer_.size() > 0) return read_head();
    limit_time(has_asked_ ? kIdle : endpoint_->settings().request_time);
    stream_.async_read_some(buffer_.prepare(kReadAhead),
                            [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                              if (error) return self->cut_off();
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
                                    self->take_head();
                                  });
  }

  void take_head() {
    if (state_ == State::closed) return;
    request_ = head_of(*parser_, peer_);
    keeps_alive_ = keeps_alive_ && parser_->keep_alive();
    if (auto answer = endpoint_->examine(request_)) {
      const bool has_body = !parser_->is_done();
      if (has_body) keeps_alive_ = false;  // what it goes on to send would be taken for a request
      return begin_exchange()->answer(*std::move(answer));
    }
    if (const auto expected = request_.fields.find("Expect");
        expected != nullptr && may_chunk() && same_name(*expected, "100-continue")) {
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
    endpoint_->take(std::move(request_), exchange);
    if (exchange == exchange_) read_ahead();
  }

  void handle_unreadable(const error_code& error) {
    if (state_ == State::closed) return;
    auto answer = answer_to_unreadable(error);
    if (!answer) return cut_off();
    keeps_alive_ = false;
    begin_exchange()->answer(*std::move(answer));
  }

  [[nodiscard]] bool may_chunk() const { return parser_->get().version() >= 11; }

  // --- while an answer is under way ---

  std::shared_ptr<SocketExchange> begin_exchange() {
    state_ = State::answering;
    has_asked_ = true;
    std::shared_ptr<ExchangeSocket> socket(this->shared_from_this(), this);
    exchange_ = std::make_shared<SocketExchange>(
        std::move(socket),
        SocketExchange::Manner{endpoint_->gate().fields_for_origin(request_), request_.method != "HEAD", may_chunk()});
    return exchange_;
  }

  // A client that goes is noticed by reading. What it sends instead is the beginning of its next request.
  void read_ahead() {
    if (is_reading_ahead_ || state_ == State::closed || buffer_.size() >= kReadAhead) return;
    is_reading_ahead_ = true;
    stream_.async_read_some(buffer_.prepare(kReadAhead - buffer_.size()),
                            [self = this->shared_from_this()](const error_code& error, std::size_t bytes) {
                              self->is_reading_ahead_ = false;
                              if (error && error != asio::error::operation_aborted) return self->cut_off();
                              self->take_read_ahead(bytes);
                            });
  }

  void take_read_ahead(std::size_t bytes) {
    if (state_ == State::closed) return;
    if (state_ == State::leaving) return drop_input();
    buffer_.commit(bytes);
    if (state_ == State::answering) return read_ahead();
    go_on();
  }

  void end_exchange() override {
    exchange_ = nullptr;
    if (state_ == State::closed) return;
    state_ = State::settling;
    go_on();
  }

  /// For the next request, or the end, as soon as the answer is on its way.
  void go_on() {
    if (state_ != State::settling || is_writing_) return;
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
    state_ = State::leaving;
    limit_time(kGoodbye);
    if (is_reading_ahead_) {  // and so a goodbye that reads, as that of TLS does, is not possible
      error_code ignored;
      socket_of(stream_).shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
      return;
    }
    async_say_goodbye(stream_, [self = this->shared_from_this()](const error_code&) { self->drop_input(); });
  }

  void drop_input() {
    if (state_ == State::closed) return;
    buffer_.clear();
    socket_of(stream_).async_read_some(buffer_.prepare(kReadAhead),
                                       [self = this->shared_from_this()](const error_code& error, std::size_t) {
                                         if (error) return self->cut_off();
                                         self->drop_input();
                                       });
  }

  // --- writing ---

  void write(std::string bytes, std::function<void()> written) override {
    if (state_ == State::closed) return written();
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
    if (state_ == State::closed) return;
    deadline_.cancel();
    pieces_.took(bytes);
    if (state_ == State::closed) return;
    if (!pieces_.is_empty()) return write_on();
    is_writing_ = false;
    if (state_ == State::reading) return limit_time(endpoint_->settings().request_time);  // that was its 100 Continue
    go_on();
  }

  [[nodiscard]] std::size_t unsent() const override { return pieces_.unsent(); }
  [[nodiscard]] bool keeps_alive() const override { return keeps_alive_; }
  void end_after_this() override { keeps_alive_ = false; }

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
  std::string peer_;
  std::function<void()> closed_;
  boost::beast::flat_buffer buffer_;
  std::optional<RequestParser> parser_;  // of a request that is being read
  Request request_;
  std::shared_ptr<SocketExchange> exchange_;  // null unless answering
  OutgoingPieces pieces_;
  State state_ = State::reading;
  bool has_asked_ = false;  // anything yet
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
