#include "transport/http_client.hpp"

#include <boost/asio/post.hpp>
#include <utility>

#include "transport/connection_pool.hpp"
#include "transport/exchange.hpp"

namespace workbench::http::transport {

HttpCall::HttpCall(std::shared_ptr<IoThread> io, std::shared_ptr<Receiver> receiver, std::shared_ptr<Exchange> exchange)
    : io_(std::move(io)), receiver_(std::move(receiver)), exchange_(std::move(exchange)) {}

HttpCall::~HttpCall() {
  asio::post(io_->context(), [exchange = std::move(exchange_)] { exchange->abort(); });
}

void HttpCall::read_on() {
  asio::post(io_->context(), [exchange = exchange_] { exchange->read_on(); });
}

HttpClient::HttpClient(std::shared_ptr<IoThread> io, EventLoop& loop, const ServerAddress& address)
    : io_(std::move(io)),
      loop_(loop),
      authority_(address.url.authority()),
      names_(io_->context()),
      pool_(std::make_shared<ConnectionPool>(io_->context(), names_, address)) {}

// The sockets belong to the io thread and have to be closed there.
HttpClient::~HttpClient() {
  names_.stop();
  asio::post(io_->context(), [pool = std::move(pool_)] { pool->close(); });
}

std::unique_ptr<HttpCall> HttpClient::start(HttpRequest request, std::weak_ptr<ResponseObserver> observer) {
  std::string head = request.method + " " + request.target + " HTTP/1.1\r\nHost: " + authority_ + "\r\n";
  if (request.body != nullptr) {
    head.append("Content-Length: ").append(std::to_string(request.body->size())).append("\r\n");
  }
  request.headers = std::move(head) + request.headers + "\r\n";

  auto receiver = std::make_shared<HttpCall::Receiver>();
  receiver->observer = std::move(observer);
  auto exchange = std::make_shared<Exchange>(loop_, receiver, pool_, std::move(request));
  asio::post(io_->context(), [exchange] { exchange->start(); });
  return std::make_unique<HttpCall>(io_, std::move(receiver), std::move(exchange));
}

}  // namespace workbench::http::transport
