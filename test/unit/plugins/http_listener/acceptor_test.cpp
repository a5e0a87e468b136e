// What happens to the listener when there is no memory.

#include "acceptor.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <new>

#include "connection_fixture.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;

class AnAcceptor : public ConnectionTest {
 protected:
  AnAcceptor() {
    open();
    endpoint_->start();
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(fd.get(), 10), 0);
    auto socket = http::ListenSocket::adopt(std::move(fd));
    port_ = socket->endpoint()->port;
    std::vector<http::ListenSocket> sockets;
    sockets.push_back(*std::move(socket));
    acceptor_ = std::make_shared<http::Acceptor>(endpoint_, std::move(sockets), nullptr);
    acceptor_->start();
  }
  ~AnAcceptor() override { acceptor_->close(); }

  [[nodiscard]] TestClient connect_over_tcp() const {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    address.sin_port = ::htons(port_);
    EXPECT_EQ(::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return TestClient(std::move(fd));
  }
  [[nodiscard]] bool serves_a_client() {
    TestClient client = connect_over_tcp();
    client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return receives(client, "HTTP/1.1 200");
  }

  std::shared_ptr<http::Acceptor> acceptor_;
  std::uint16_t port_ = 0;
};

TEST_F(AnAcceptor, GoesOnAfterAConnectionThatThereWasNoMemoryFor) {
  failing_.fails_to_wait = 1;
  TestClient refused = connect_over_tcp();
  EXPECT_TRUE(is_disconnected(refused));
  EXPECT_THAT(host_.metrics(), HasSubstr("mcp_workbench_http_connections 0"));
  EXPECT_THAT(host_.metrics(), HasSubstr("mcp_workbench_http_refusals_total{reason=\"connections\"} 1"));
  EXPECT_TRUE(serves_a_client());
}

TEST_F(AnAcceptor, GoesOnAfterAConnectionThatCannotBeWatched) {
  failing_.fails_to_watch = 1;
  TestClient refused = connect_over_tcp();
  EXPECT_TRUE(is_disconnected(refused));
  EXPECT_THAT(host_.metrics(), HasSubstr("mcp_workbench_http_connections 0"));
  EXPECT_TRUE(serves_a_client());
}

TEST_F(AnAcceptor, GoesOnIfThereIsNoMemoryForThePauseEither) {
  failing_.fails_to_wait = 2;
  TestClient refused = connect_over_tcp();
  EXPECT_TRUE(is_disconnected(refused));
  EXPECT_EQ(failing_.fails_to_wait, 0);
  EXPECT_TRUE(serves_a_client());
}

TEST_F(AnAcceptor, GoesOnIfThereIsStillNoMemoryAfterThePause) {
  failing_.fails_to_watch = 3;
  TestClient refused = connect_over_tcp();
  EXPECT_TRUE(is_disconnected(refused));
  EXPECT_TRUE(serves_a_client());
  EXPECT_EQ(failing_.fails_to_watch, 0);
}

}  // namespace
}  // namespace workbench::test
