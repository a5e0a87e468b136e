// The smallest HTTP server on the library of the workbench's HTTP plugin: one thread, one request at a time on each
// connection; the response has the body of the request. Writes its port to stdout.

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <cstdio>
#include <memory>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

class Echo : public std::enable_shared_from_this<Echo> {
 public:
  explicit Echo(asio::ip::tcp::socket socket) : socket_(std::move(socket)) {
    socket_.set_option(asio::ip::tcp::no_delay(true));
  }

  void read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](const error_code& error, std::size_t) {
      if (!error) self->respond();
    });
  }

 private:
  void respond() {
    response_ = {http::status::ok, 11};
    response_.set(http::field::content_type, "application/json");
    response_.body() = std::move(request_.body());
    response_.prepare_payload();
    http::async_write(socket_, response_, [self = shared_from_this()](const error_code& error, std::size_t) {
      if (!error) self->read();
    });
  }

  asio::ip::tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

void accept(asio::ip::tcp::acceptor& acceptor) {
  acceptor.async_accept([&acceptor](const error_code& error, asio::ip::tcp::socket socket) {
    if (error) return;
    std::make_shared<Echo>(std::move(socket))->read();
    accept(acceptor);
  });
}

}  // namespace

int main() {
  asio::io_context io(1);
  asio::ip::tcp::acceptor acceptor(io, {asio::ip::make_address("127.0.0.1"), 0});
  std::printf("%u\n", static_cast<unsigned>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  accept(acceptor);
  io.run();
}
