// The transport `unix` connects to MCP servers that listen on a Unix domain socket, with one message a line.
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <system_error>

#include <workbench/line_connection.hpp>
#include <workbench/plugin.hpp>

namespace {

using namespace workbench;

constexpr std::size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1;

std::vector<OptionError> check(const Options& options, Host&) {
  if (options.text("path").size() <= kMaxPath) return {};
  return {
      {"path", "is too long for a socket; " + std::to_string(kMaxPath) + " bytes are possible: choose a shorter path"}};
}

class UnixTransport final : public Transport {
 public:
  explicit UnixTransport(Host& host) : host_(host) {}

  Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override {
    const std::string path = server.options.text("path");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, kMaxPath);
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket || ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      const std::string reason = std::generic_category().message(errno);
      return Error{ErrorKind::unavailable, "cannot connect to '" + path + "': " + reason};
    }
    return std::unique_ptr<Connection>(
        std::make_unique<LineConnection>(host_, std::move(socket), LineConnection::Peer::server));
  }

 private:
  Host& host_;
};

void register_plugin(Registrar& registrar) {
  registrar.add_transport(
      "unix", {.server_options = {{"path", OptionType::path, true, "The socket on which the server listens."}},
               .check = check,
               .make = construct_transport<UnixTransport>});
}

}  // namespace

WORKBENCH_PLUGIN("unix-socket-transport", "0.1.0", register_plugin);
