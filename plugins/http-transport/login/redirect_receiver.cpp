#include "login/redirect_receiver.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

namespace workbench::http::login {
namespace {

namespace beast_http = boost::beast::http;

/// A browser connects more than once, and so may any program of this machine.
constexpr std::size_t kMaxVisitors = 64;

/// How often another port is chosen because the first one is in use at the other address of `localhost`.
constexpr int kMaxChoices = 16;

constexpr std::size_t kMaxHeadBytes = 16U * 1024;
constexpr std::chrono::seconds kTimeForRequest{10};

/// `text` has no markup of ours, and may quote the authorization server.
std::string page(std::string_view status, std::string_view title, std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '<') {
      shown += "&lt;";
    } else if (c == '&') {
      shown += "&amp;";
    } else {
      shown += c;
    }
  }
  std::string body = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>" + std::string(title) +
                     "</title><h1>" + std::string(title) + "</h1><p>" + shown + "</p></html>\n";
  return "HTTP/1.1 " + std::string(status) +
         "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
         "Content-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n" +
         body;
}

sockaddr_storage loopback_address(int family, std::uint16_t port) {
  sockaddr_storage storage{};
  if (family == AF_INET) {
    auto& four = reinterpret_cast<sockaddr_in&>(storage);
    four.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    four.sin_port = ::htons(port);
  } else {
    auto& six = reinterpret_cast<sockaddr_in6&>(storage);
    six.sin6_addr = ::in6addr_loopback;
    six.sin6_port = ::htons(port);
  }
  storage.ss_family = static_cast<sa_family_t>(family);
  return storage;
}

std::uint16_t port_of(const sockaddr_storage& address) {
  return ::ntohs(address.ss_family == AF_INET ? reinterpret_cast<const sockaddr_in&>(address).sin_port
                                              : reinterpret_cast<const sockaddr_in6&>(address).sin6_port);
}

bool has_ipv6_loopback() {
  const FileDescriptor socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_storage any_port = loopback_address(AF_INET6, 0);
  return socket && ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&any_port), sizeof any_port) == 0;
}

}  // namespace

/// One connection of a browser, for one request.
class RedirectReceiver::Visitor {
 public:
  Visitor(RedirectReceiver& receiver, FileDescriptor socket) : receiver_(receiver), socket_(std::move(socket)) {
    parser_.header_limit(kMaxHeadBytes);
    timer_ = receiver.loop_.after(kTimeForRequest, [this] { receiver_.remove(*this); });
    reading_ = receiver.loop_.watch(socket_.get(), Readiness::readable, [this] { read(); });
  }

  /// The response is small enough for the socket's buffer, so a rest that does not fit is dropped.
  void answer(const std::string& response) {
    static_cast<void>(::send(socket_.get(), response.data(), response.size(), MSG_NOSIGNAL));
    ::shutdown(socket_.get(), SHUT_WR);
  }

  void stop() {
    reading_.reset();
    timer_.reset();
  }

 private:
  void read() {
    std::array<char, 4096> bytes{};
    const ssize_t count = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) return receiver_.remove(*this);
    input_.append(bytes.data(), static_cast<std::size_t>(count));
    boost::beast::error_code error;
    const std::size_t used = parser_.put(boost::asio::buffer(input_), error);
    input_.erase(0, used);
    if (error == beast_http::error::need_more) return;
    if (error) return refuse("400 Bad Request", "This is not a browser's request.");
    if (parser_.is_header_done()) handle_request();
  }

  void handle_request() {
    reading_.reset();
    const auto& request = parser_.get();
    const std::string_view target(request.target().data(), request.target().size());
    const std::size_t mark = std::min(target.find('?'), target.size());
    if (target.substr(0, mark) != receiver_.address_.path) return refuse("404 Not Found", "Not found.");
    if (request.method() != beast_http::verb::get) return refuse("405 Method Not Allowed", "Only GET is served here.");
    timer_.reset();
    Visitor* const other = std::exchange(receiver_.awaited_, this);
    if (other == nullptr && receiver_.receive_(target.substr(std::min(mark + 1, target.size())))) return;
    receiver_.awaited_ = other;
    refuse("400 Bad Request", "This is not the login that the workbench waits for. It may have ended; begin it again.");
  }

  void refuse(std::string_view status, std::string_view text) {
    answer(page(status, "Login failed", text));
    receiver_.remove(*this);
  }

  RedirectReceiver& receiver_;
  const FileDescriptor socket_;
  beast_http::request_parser<beast_http::empty_body> parser_;
  std::string input_;
  EventLoop::Watch reading_;
  EventLoop::Timer timer_;
};

RedirectReceiver::RedirectReceiver(EventLoop& loop, RedirectAddress address, Receive receive)
    : loop_(loop), address_(std::move(address)), receive_(std::move(receive)) {}

RedirectReceiver::~RedirectReceiver() = default;

Result<std::unique_ptr<RedirectReceiver>> RedirectReceiver::open(EventLoop& loop, RedirectAddress address,
                                                                 Receive receive) {
  std::unique_ptr<RedirectReceiver> receiver(new RedirectReceiver(loop, std::move(address), std::move(receive)));
  const int choices = receiver->address_.port == 0 ? kMaxChoices : 1;
  Result<void> listening;
  for (int choice = 0; choice < choices; ++choice) {
    listening = receiver->listen_at(receiver->address_);
    if (listening) return receiver;
  }
  return listening.error();
}

/// A browser may try either address of `localhost` first, so that a program at the other one would receive the code.
Result<void> RedirectReceiver::listen_at(const RedirectAddress& wanted) {
  const std::uint16_t port = wanted.port;
  Result<void> listening = listen(wanted.host == "::1" ? AF_INET6 : AF_INET);
  if (listening && wanted.host == "localhost" && has_ipv6_loopback()) listening = listen(AF_INET6);
  if (listening) return listening;
  watches_.clear();
  sockets_.clear();
  address_.port = port;
  return listening;
}

Result<void> RedirectReceiver::listen(int family) {
  FileDescriptor socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_storage storage = loopback_address(family, address_.port);
  socklen_t size = sizeof storage;
  auto* const bound = reinterpret_cast<sockaddr*>(&storage);
  if (!socket || ::bind(socket.get(), bound, size) != 0 || ::listen(socket.get(), SOMAXCONN) != 0 ||
      ::getsockname(socket.get(), bound, &size) != 0) {
    const std::string reason = std::strerror(errno);
    return Error{ErrorKind::unavailable, "cannot wait for the browser at " + address_.uri() + ": " + reason +
                                             R"(; another login may be active, or set another "oauth.callbackPort")"};
  }
  address_.port = port_of(storage);
  watches_.push_back(loop_.watch(socket.get(), Readiness::readable, [this, fd = socket.get()] { accept_all(fd); }));
  sockets_.push_back(std::move(socket));
  return {};
}

void RedirectReceiver::accept_all(int listening) {
  // The rest in the next turn of the loop: visitors that made room have their descriptors until then.
  for (std::size_t count = 0; count < kMaxVisitors; ++count) {
    FileDescriptor socket(::accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) return;
    if (visitors_.size() >= kMaxVisitors) make_room();
    visitors_.push_back(std::make_unique<Visitor>(*this, std::move(socket)));
  }
}

/// A browser sends its request as soon as it is connected, so that those that have waited longest are none.
void RedirectReceiver::make_room() {
  const auto oldest = std::find_if(visitors_.begin(), visitors_.end(),
                                   [this](const auto& visitor) { return visitor.get() != awaited_; });
  if (oldest != visitors_.end()) remove(**oldest);
}

/// It may be the caller of this.
void RedirectReceiver::remove(Visitor& visitor) {
  visitor.stop();
  if (awaited_ == &visitor) awaited_ = nullptr;
  for (auto at = visitors_.begin(); at != visitors_.end(); ++at) {
    if (at->get() != &visitor) continue;
    loop_.post([removed = std::move(*at)] {});
    visitors_.erase(at);
    return;
  }
}

void RedirectReceiver::finish(const Result<void>& outcome) {
  if (awaited_ == nullptr) return;
  awaited_->answer(outcome
                       ? page("200 OK", "Logged in", "You may close this window.")
                       : page("400 Bad Request", "Login failed", "The login has failed: " + outcome.error().message));
  remove(*awaited_);
}

}  // namespace workbench::http::login
