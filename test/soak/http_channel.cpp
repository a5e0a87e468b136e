#include "http_channel.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace soak {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 16;

int connect_to(std::uint16_t port) {
  const int connected = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int on = 1;
  ::setsockopt(connected, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(connected, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::system_error(errno, std::generic_category(), "connect");
  }
  ::fcntl(connected, F_SETFL, O_NONBLOCK);
  return connected;
}

/// The value of a header in a head; empty: there is none.
std::string_view header_in(const std::string& head, const char* name) {
  const char* found = ::strcasestr(head.c_str(), name);
  if (found == nullptr) return {};
  const std::string_view rest = std::string_view(found + std::strlen(name));
  return rest.substr(0, rest.find('\r'));
}

std::size_t number(std::string_view digits, int base) {
  std::size_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return value;
}

}  // namespace

HttpChannel::HttpChannel(std::uint16_t port, Era era, std::string session)
    : era_(era), session_(std::move(session)), socket_(connect_to(port)) {}

HttpChannel::~HttpChannel() {
  ::close(socket_);
}

void HttpChannel::request(std::uint64_t id, std::string_view method, std::string_view params) {
  std::string headers;
  if (!session_.empty()) headers.append("Mcp-Session-Id: ").append(session_).append("\r\n");
  if (era_ == Era::modern) {
    headers.append("MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: ").append(method).append("\r\n");
    if (method == "tools/call") headers.append("Mcp-Name: use_tool\r\n");
  }
  post(headers, request_text(era_, id, method, params));
}

void HttpChannel::post(std::string_view headers, std::string_view body) {
  is_waiting_ = true;
  output_.append("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n")
      .append("Accept: application/json, text/event-stream\r\n")
      .append(headers)
      .append("Content-Length: ")
      .append(std::to_string(body.size()))
      .append("\r\n\r\n")
      .append(body);
  write();
}

void HttpChannel::add_to(std::vector<pollfd>& polled) const {
  polled.push_back({socket_, static_cast<short>(output_.empty() ? POLLIN : POLLIN | POLLOUT), 0});
}

void HttpChannel::handle(const pollfd* polled, const OnMessage& on_message) {
  if (!output_.empty()) write();
  if ((polled->revents & (POLLIN | POLLHUP | POLLERR)) == 0 || !read()) return;
  if (!has_head_ && !read_head()) return;
  bool is_complete = false;
  if (const std::string_view length = header_in(head_, "\r\nContent-Length: "); !length.empty()) {
    const std::size_t size = number(length, 10);
    if (input_.size() < size) return;
    const std::string body = input_.substr(0, size);
    input_.erase(0, size);
    is_complete = true;
    if (!body.empty()) on_message(body);
  } else {
    is_complete = read_chunks(on_message);
  }
  if (!is_complete) return;
  is_waiting_ = false;
  has_head_ = false;
}

void HttpChannel::write() {
  while (written_ < output_.size()) {
    const ssize_t size = ::send(socket_, output_.data() + written_, output_.size() - written_, MSG_NOSIGNAL);
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) throw std::system_error(errno, std::generic_category(), "send");
    written_ += static_cast<std::size_t>(size);
  }
  output_.clear();
  written_ = 0;
}

/// False: nothing has arrived.
bool HttpChannel::read() {
  const std::size_t before = input_.size();
  input_.resize(before + kReadAtOnce);
  const ssize_t size = ::recv(socket_, input_.data() + before, kReadAtOnce, 0);
  input_.resize(before + static_cast<std::size_t>(size > 0 ? size : 0));
  if (size < 0 && errno == EAGAIN) return false;
  if (size <= 0) throw std::runtime_error("the workbench has closed an HTTP connection after: " + head_ + input_);
  return true;
}

bool HttpChannel::read_head() {
  const std::size_t end = input_.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  head_ = input_.substr(0, end + 2);
  has_head_ = true;
  input_.erase(0, end + 4);
  return true;
}

/// True: the last chunk has arrived.
bool HttpChannel::read_chunks(const OnMessage& on_message) {
  while (true) {
    const std::size_t line = input_.find("\r\n");
    if (line == std::string::npos) return false;
    const std::size_t size = number(std::string_view(input_).substr(0, line), 16);
    if (input_.size() < line + 2 + size + 2) return false;
    events_.append(input_, line + 2, size);
    input_.erase(0, line + 2 + size + 2);
    deliver_events(on_message);
    if (size == 0) return true;
  }
}

void HttpChannel::deliver_events(const OnMessage& on_message) {
  for (std::size_t end; (end = events_.find("\n\n")) != std::string::npos;) {
    const std::string event = events_.substr(0, end);
    events_.erase(0, end + 2);
    static constexpr std::string_view kData = "data: ";
    const std::size_t data = event.starts_with(kData) ? 0 : event.find("\ndata: ");
    if (data == std::string::npos) continue;
    std::string_view message = std::string_view(event).substr(event.find(kData, data) + kData.size());
    message = message.substr(0, message.find('\n'));
    if (!message.empty()) on_message(message);
  }
}

std::string begin_session(std::uint16_t port) {
  std::string session;
  {
    HttpChannel first(port, Era::legacy, {});
    static_cast<void>(ask(first, 1, "initialize",
                          R"("protocolVersion":"2025-11-25","capabilities":{},)"
                          R"("clientInfo":{"name":"soak","version":"1"})"));
    session = header_in(first.head(), "\r\nMcp-Session-Id: ");
  }
  if (session.empty()) throw std::runtime_error("no session");
  HttpChannel second(port, Era::legacy, session);
  static_cast<void>(ask(second, 2, "tools/call", R"("name":"open_toolbox","arguments":{"toolbox_name":"soak"})"));
  return session;
}

}  // namespace soak
