#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include <workbench/line_connection.hpp>
#include <workbench/testing/echo_peer.hpp>
#include <workbench/testing/loaded_plugin.hpp>
#include <workbench/testing/transport_contract.hpp>

namespace workbench::test {
namespace {

/// A server on a socket in the folder for temporary files. It sends back every message.
class EchoServer {
 public:
  EchoServer() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.native().copy(address.sun_path, sizeof(address.sun_path) - 1);
    if (::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
        ::listen(listening_.get(), 1) != 0) {
      throw std::runtime_error("cannot listen on " + path.native());
    }
  }
  ~EchoServer() { std::filesystem::remove(path); }

  void accept(Host& host) {
    FileDescriptor client(::accept(listening_.get(), nullptr, nullptr));
    peer_ = std::make_unique<EchoPeer>(
        std::make_unique<LineConnection>(host, std::move(client), LineConnection::Peer::client));
  }

  const std::filesystem::path path =
      std::filesystem::path(::testing::TempDir()) / ("echo." + std::to_string(::getpid()) + ".sock");

 private:
  FileDescriptor listening_{::socket(AF_UNIX, SOCK_STREAM, 0)};
  std::unique_ptr<EchoPeer> peer_;
};

struct UnixSocket {
  std::unique_ptr<Connection> connect(Host& host) {
    ServerConfig config{"dev", "echo", {}};
    config.options.set("path", server.path.native());
    transport = plugin.make_transport("unix", host);
    auto connection = transport->connect(config);
    server.accept(host);
    return std::move(connection).value();
  }
  std::string last_message() { return std::string(EchoPeer::kLastMessage); }

  const LoadedPlugin plugin{UNIX_SOCKET_TRANSPORT};
  EchoServer server;
  std::unique_ptr<Transport> transport;
};

TEST(UnixSocketTransport, SaysWhyItCannotConnect) {
  LoopHost host;
  ServerConfig config{"dev", "files", {}};
  config.options.set("path", "/no/such.sock");

  const auto connection = LoadedPlugin(UNIX_SOCKET_TRANSPORT).make_transport("unix", host)->connect(config);

  ASSERT_FALSE(connection);
  EXPECT_EQ(connection.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(connection.error().message, "cannot connect to '/no/such.sock': No such file or directory");
}

TEST(UnixSocketTransport, RefusesAPathThatIsTooLongForASocket) {
  LoopHost host;
  const LoadedPlugin plugin(UNIX_SOCKET_TRANSPORT);
  Options options;
  options.set("path", '/' + std::string(107, 'x'));

  const auto errors = plugin.factory<Transport>("unix").check(options, host);

  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().option, "path");
  EXPECT_EQ(errors.front().message, "is too long for a socket; 107 bytes are possible: choose a shorter path");
}

}  // namespace

INSTANTIATE_TYPED_TEST_SUITE_P(UnixSocket, TransportContract, UnixSocket);

}  // namespace workbench::test
