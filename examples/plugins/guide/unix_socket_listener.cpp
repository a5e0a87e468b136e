// The listener `unix` accepts clients of this user on a Unix domain socket, with one message a line.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <system_error>

#include <workbench/line_connection.hpp>
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

constexpr std::size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1;

std::vector<OptionError> check(const Options& options, Host&) {
  const std::string path = options.text("path");
  if (!path.empty() && path.size() <= kMaxPath) return {};
  return {{"path", "must have 1 to " + std::to_string(kMaxPath) + " bytes, as the path of a socket"}};
}

class UnixListener final : public Listener {
 public:
  UnixListener(const Options& options, Host& host) : host_(host), path_(options.text("path")) {}
  ~UnixListener() override { close(); }

  Result<void> open(Accept accept) override {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, kMaxPath);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    // The file that bind() makes has this mode: no other user can connect.
    if (!socket || ::fchmod(socket.get(), S_IRUSR | S_IWUSR) != 0 ||
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(socket.get(), SOMAXCONN) != 0) {
      return Error{ErrorKind::unavailable,
                   "cannot listen on '" + path_ + "': " + std::generic_category().message(errno)};
    }
    socket_ = std::move(socket);
    accept_ = std::move(accept);
    wait_for_clients();
    return {};
  }

  void close() noexcept override {
    waiting_.reset();
    if (socket_) ::unlink(path_.c_str());
    socket_.close();
  }

  bool ends_with_its_client() const noexcept override { return false; }

 private:
  void wait_for_clients() {
    waiting_ = host_.loop().watch(socket_.get(), Readiness::readable, [this] { accept_client(); });
  }

  void accept_client() {
    FileDescriptor socket(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (socket) {
      AcceptedClient client;
      client.connection = std::make_unique<LineConnection>(host_, std::move(socket), LineConnection::Peer::client);
      accept_(std::move(client));
    } else if (errno == EMFILE || errno == ENFILE) {  // the client still waits: the watch would call again at once
      waiting_ = host_.loop().after(std::chrono::seconds(1), [this] { wait_for_clients(); });
    }
  }

  Host& host_;
  const std::string path_;
  FileDescriptor socket_;  // open: listening
  Accept accept_;
  std::unique_ptr<EventLoop::Subscription> waiting_;  // destroyed before the descriptor that it watches
};

void register_plugin(Registrar& registrar) {
  registrar.add_listener("unix", {.options = {{"path", OptionType::path, true, "The socket to listen on."}},
                                  .check = check,
                                  .make = construct<Listener, UnixListener>});
}

}  // namespace

WORKBENCH_PLUGIN("unix-socket-listener", "0.1.0", register_plugin);
