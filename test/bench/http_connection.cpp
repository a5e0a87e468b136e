#include "http_connection.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace bench {
namespace {

constexpr std::size_t kMaxResponse = 4096;
constexpr std::size_t kConnectionsOfAnAddress = 100;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

sockaddr_in loopback(std::size_t host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + static_cast<std::uint32_t>(host));
  return address;
}

}  // namespace

HttpConnection::HttpConnection(std::uint16_t port, std::size_t number)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), input_(kMaxResponse + 1) {
  const sockaddr_in from = loopback(number / kConnectionsOfAnAddress, 0);
  const sockaddr_in to = loopback(0, port);
  const int on = 1;
  if (socket_ < 0 || ::bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    fail("connect");
  }
  ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

HttpConnection::HttpConnection(HttpConnection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), input_(std::move(other.input_)), length_(other.length_) {}

HttpConnection::~HttpConnection() {
  if (socket_ >= 0) ::close(socket_);
}

void HttpConnection::send(std::string_view request) const {
  const auto sent = ::send(socket_, request.data(), request.size(), MSG_NOSIGNAL);
  if (sent != static_cast<ssize_t>(request.size())) fail("send");
}

std::string_view HttpConnection::receive() {
  length_ = 0;
  do {
    read(0);
  } while (!is_complete());
  length_ = 0;
  return body_;
}

bool HttpConnection::receive_some() {
  if (!read(MSG_DONTWAIT) || !is_complete()) return false;
  length_ = 0;
  return true;
}

std::string HttpConnection::receive_head() {
  length_ = 0;
  std::string_view text;
  std::size_t end = std::string_view::npos;
  while (end == std::string_view::npos) {
    read(0);
    text = std::string_view(input_.data(), length_);
    end = text.find("\r\n\r\n");
  }
  length_ = 0;
  return std::string(text.substr(0, end + 4));
}

bool HttpConnection::read(int flags) {
  const auto count = ::recv(socket_, input_.data() + length_, kMaxResponse - length_, flags);
  if (count < 0 && errno == EAGAIN) return false;
  if (count < 0) fail("recv");
  if (count == 0) throw std::runtime_error("the server has closed a connection, or sends more than fits");
  length_ += static_cast<std::size_t>(count);
  input_[length_] = '\0';
  return true;
}

bool HttpConnection::is_complete() {
  const std::string_view text(input_.data(), length_);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string_view::npos) return false;
  static constexpr std::string_view kLength = "\r\nContent-Length: ";
  const char* const header = ::strcasestr(input_.data(), kLength.data());
  if (header == nullptr || header > input_.data() + end) {
    throw std::runtime_error("a response without a Content-Length: " + std::string(text));
  }
  std::size_t length = 0;
  std::from_chars(header + kLength.size(), input_.data() + length_, length);
  const std::size_t whole = end + 4 + length;
  if (length_ > whole || whole > kMaxResponse) throw std::runtime_error("not one response: " + std::string(text));
  if (length_ < whole) return false;
  body_ = text.substr(end + 4);
  return true;
}

std::string post_request(std::string_view path, std::string_view headers, std::string_view body) {
  return std::string("POST ")
      .append(path)
      .append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n")
      .append("Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n")
      .append(headers)
      .append("Content-Length: ")
      .append(std::to_string(body.size()))
      .append("\r\n\r\n")
      .append(body);
}

}  // namespace bench
