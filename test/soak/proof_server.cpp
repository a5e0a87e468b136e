// proof_server --name=NAME [--modern] [--http=PORT]: an MCP server whose tool `prove` answers with a proof of its
// arguments. It is as fast as it can be, because a load test waits for it. Over stdio, or over HTTP at 127.0.0.1; port
// 0 is a free one, which it prints. All other arguments are ignored: a test can mark its processes with them.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "proof_messages.hpp"

namespace {

using Clock = std::chrono::steady_clock;

/// One connection of the workbench: a pair of pipes, or a socket.
class Peer {
 public:
  Peer(int in, int out, bool is_http) : in_(in), out_(out), is_http_(is_http) {}

  [[nodiscard]] int in() const { return in_; }

  /// False: the connection has ended.
  bool read(const soak::ProofMessages& server) {
    const std::size_t before = input_.size();
    input_.resize(before + kAtOnce);
    const ssize_t size = ::read(in_, input_.data() + before, kAtOnce);
    input_.resize(before + static_cast<std::size_t>(size > 0 ? size : 0));
    if (size <= 0) return false;
    std::size_t begin = 0;
    for (std::string_view message; next(begin, message);) respond(server.respond(message));
    input_.erase(0, begin);
    return write();
  }

  /// Sends what is due now. False: the connection has ended.
  bool send_due() {
    const auto now = Clock::now();
    while (!later_.empty() && later_.begin()->first <= now) {
      add(later_.begin()->second);
      later_.erase(later_.begin());
    }
    return write();
  }

  /// When send_due() is to be called; -1: not at all.
  [[nodiscard]] int milliseconds_to_wait() const {
    if (later_.empty()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(later_.begin()->first - Clock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
  }

 private:
  static constexpr std::size_t kAtOnce = std::size_t{1} << 18;

  /// The next whole message after `begin`, which moves behind it. False: none has arrived.
  bool next(std::size_t& begin, std::string_view& message) {
    const std::string_view rest = std::string_view(input_).substr(begin);
    if (!is_http_) {
      const std::size_t end = rest.find('\n');
      if (end == std::string_view::npos) return false;
      message = rest.substr(0, end);
      begin += end + 1;
      return true;
    }
    const std::size_t head = rest.find("\r\n\r\n");
    if (head == std::string_view::npos) return false;
    static constexpr std::string_view kLength = "\r\nContent-Length: ";
    const std::size_t header = rest.substr(0, head).find(kLength);
    std::size_t length = 0;
    if (header != std::string_view::npos) {
      std::from_chars(rest.data() + header + kLength.size(), rest.data() + head + 2, length);
    }
    if (rest.size() < head + 4 + length) return false;
    message = rest.substr(head + 4, length);
    begin += head + 4 + length;
    return true;
  }

  void respond(soak::ProofMessages::Response response) {
    if (response.delay.count() == 0 || (is_http_ && response.text.empty())) return add(response.text);
    later_.emplace(Clock::now() + response.delay, std::move(response.text));
  }

  /// An empty text answers the POST of a notification, and a GET, which there is none of.
  void add(const std::string& text) {
    if (!is_http_) {
      if (!text.empty()) output_.append(text).append("\n");
    } else if (text.empty()) {
      output_.append("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
    } else {
      output_.append("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ");
      output_.append(std::to_string(text.size())).append("\r\n\r\n").append(text);
    }
  }

  bool write() {
    for (std::string_view rest = output_; !rest.empty();) {
      const ssize_t size = ::write(out_, rest.data(), rest.size());
      if (size <= 0) return false;
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
    output_.clear();
    return true;
  }

  const int in_;
  const int out_;
  const bool is_http_;
  std::string input_;
  std::string output_;
  std::multimap<Clock::time_point, std::string> later_;
};

int listen_at(std::uint16_t port) {
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener, SOMAXCONN) != 0 ||
      ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    std::perror("proof_server");
    return -1;
  }
  std::printf("%d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  return listener;
}

void run(const soak::ProofMessages& server, int listener) {
  std::list<Peer> peers;
  if (listener < 0) peers.emplace_back(STDIN_FILENO, STDOUT_FILENO, false);
  while (listener >= 0 || !peers.empty()) {
    std::vector<pollfd> polled{{listener, POLLIN, 0}};
    int timeout = -1;
    for (const Peer& peer : peers) {
      polled.push_back({peer.in(), POLLIN, 0});
      const int wait = peer.milliseconds_to_wait();
      if (wait >= 0 && (timeout < 0 || wait < timeout)) timeout = wait;
    }
    ::poll(polled.data(), polled.size(), timeout);
    std::size_t index = 1;
    for (auto peer = peers.begin(); peer != peers.end(); ++index) {
      const bool is_open = (polled[index].revents == 0 || peer->read(server)) && peer->send_due();
      if (!is_open && listener >= 0) ::close(peer->in());
      peer = is_open ? std::next(peer) : peers.erase(peer);
    }
    if (polled[0].revents == 0) continue;
    const int socket = ::accept(listener, nullptr, nullptr);
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (socket >= 0) peers.emplace_back(socket, socket, true);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::string name = "proof";
  bool is_modern = false;
  int listener = -1;
  for (int index = 1; index < argc; ++index) {
    const std::string_view argument = argv[index];
    if (argument.starts_with("--name=")) name = argument.substr(std::strlen("--name="));
    if (argument == "--modern") is_modern = true;
    if (argument.starts_with("--http=")) {
      listener = listen_at(static_cast<std::uint16_t>(std::stoi(argv[index] + std::strlen("--http="))));
      if (listener < 0) return 1;
    }
  }
  run(soak::ProofMessages(name, is_modern), listener);
}
