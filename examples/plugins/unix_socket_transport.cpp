// The transport `unix`: MCP servers that listen on a Unix domain socket, one message a line.
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>

#include <array>
#include <system_error>

#include <workbench/line_framing.hpp>
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

std::string reason() {
  return std::generic_category().message(errno);
}
bool try_again() {
  return errno == EAGAIN || errno == EINTR;
}

class UnixSocket final : public Connection {
 public:
  UnixSocket(int fd, Host& host) : fd_(fd), loop_(host.loop()), framing_(host.limits().message_bytes) {}

  ~UnixSocket() override {
    reading_.reset();  // the loop must not see the descriptor closed
    writing_.reset();
    ::close(fd_);
  }

  void start(ConnectionObserver& observer) override {
    observer_ = &observer;
    pause_reading(false);
  }

  void send(Message message) override {
    if (has_ended_) return;
    for (const Message::Piece& piece : message.pieces()) unsent_.append(piece.text());
    unsent_ += '\n';
    if (!writing_) writing_ = loop_.watch(fd_, Readiness::writable, [this] { write_some(); });
  }

  std::size_t backlog() const override { return unsent_.size() - written_; }

  void pause_reading(bool paused) override {
    if (paused || has_ended_) return reading_.reset();
    if (!reading_) reading_ = loop_.watch(fd_, Readiness::readable, [this] { read_some(); });
  }

  void close() noexcept override {  // not at once: the observer may be the one who calls
    if (!has_ended_) closing_ = loop_.after(std::chrono::milliseconds(0), [this] { end("closed by this side"); });
  }

  // What LineFraming finds.
  void line(std::string text) { observer_->on_message(std::move(text)); }
  void overlong(std::string_view beginning) {
    observer_->on_undeliverable({ErrorKind::protocol, "a message is longer than the limit"}, beginning);
  }

 private:
  void read_some() {
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
    if (count < 0) return try_again() ? void() : end(reason());
    if (count > 0) return framing_.feed({bytes.data(), static_cast<std::size_t>(count)}, *this);
    if (const std::string_view rest = framing_.unfinished(); !rest.empty()) {
      observer_->on_undeliverable({ErrorKind::protocol, "the stream ended inside a message"}, rest);
    }
    end("closed by the server");
  }

  void write_some() {
    const ssize_t count = ::send(fd_, unsent_.data() + written_, backlog(), MSG_NOSIGNAL);
    if (count < 0) return try_again() ? void() : end(reason());
    written_ += static_cast<std::size_t>(count);
    if (backlog() > 0) return;
    unsent_.clear();
    written_ = 0;
    writing_.reset();
    observer_->on_drained();
  }

  void end(const std::string& why) {
    has_ended_ = true;
    reading_.reset();
    writing_.reset();
    closing_.reset();
    observer_->on_closed({ErrorKind::unavailable, "Unix socket: " + why});  // the last line: it may destroy us
  }

  int fd_;
  EventLoop& loop_;
  LineFraming framing_;
  ConnectionObserver* observer_ = nullptr;
  std::string unsent_;
  std::size_t written_ = 0;  // of unsent_
  bool has_ended_ = false;
  EventLoop::Watch reading_;
  EventLoop::Watch writing_;
  EventLoop::Timer closing_;
};

class UnixTransport final : public Transport {
 public:
  explicit UnixTransport(Host& host) : host_(host) {}

  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    const std::string path = server.options.text("path");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof(address.sun_path)) {
      return Error{ErrorKind::invalid_argument, "the path of a Unix socket cannot be as long as '" + path + "'"};
    }
    path.copy(address.sun_path, path.size());

    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return Error{ErrorKind::unavailable, "no socket to be had: " + reason()};
    auto connection = std::make_unique<UnixSocket>(fd, host_);  // owns fd from here on
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      return Error{ErrorKind::unavailable, "cannot connect to '" + path + "': " + reason()};
    }
    return std::unique_ptr<Connection>(std::move(connection));
  }

 private:
  Host& host_;
};

void register_plugin(Registrar& registrar) {
  registrar.add_transport(
      "unix", {.server_options = {{"path", OptionType::path, true, "The socket on which the server listens."}},
               .make = construct_transport<UnixTransport>});
}

}  // namespace

WORKBENCH_PLUGIN("unix-socket-transport", "0.1.0", register_plugin);
