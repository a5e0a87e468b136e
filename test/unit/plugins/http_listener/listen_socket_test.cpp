#include "network/listen_socket.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>

#include <cerrno>

#include "connected_sockets.hpp"

namespace workbench::http {
namespace {

using test_support::accept_next;
using test_support::connected_client;
using testing::HasSubstr;
using testing::StartsWith;

Result<std::vector<ListenSocket>> open_all(const std::vector<std::string>& texts, std::uint16_t port = 0) {
  std::vector<ListenAddress> addresses;
  for (const std::string& text : texts) {
    const auto address = ListenAddress::parse(text);
    if (!address) return address.error();
    addresses.push_back(*address);
  }
  return open_listen_sockets(addresses, port, {});
}

std::vector<ListenSocket> opened(const std::vector<std::string>& texts, std::uint16_t port = 0) {
  auto sockets = open_all(texts, port);
  if (!sockets) throw std::runtime_error(sockets.error().message);
  return *std::move(sockets);
}

int option(int fd, int level, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  EXPECT_EQ(::getsockopt(fd, level, name, &value, &size), 0);
  return value;
}

/// Keeps a limit of this process low, and restores it.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(rlim_t limit) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit low{limit, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &low);
  }
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(ListenSocket, ListensOnLoopbackAndNamesItsPort) {
  const auto sockets = opened({"127.0.0.1"});
  ASSERT_EQ(sockets.size(), 1U);
  const ListenSocket& socket = sockets.front();
  EXPECT_EQ(socket.kind(), ListenSocket::Kind::tcp);
  EXPECT_TRUE(socket.is_loopback());
  EXPECT_TRUE(socket.is_local());
  EXPECT_NE(socket.endpoint()->port, 0);
  EXPECT_EQ(socket.text("https"), "https://127.0.0.1:" + std::to_string(socket.endpoint()->port));
}

TEST(ListenSocket, DoesNotBlockAndIsNotInherited) {
  const auto sockets = opened({"127.0.0.1"});
  const auto client = connected_client(sockets.front().fd());
  const AcceptedSocket accepted = accept_next(sockets.front().fd());
  for (const int fd : {sockets.front().fd(), accepted.fd.get()}) {
    EXPECT_NE(::fcntl(fd, F_GETFL) & O_NONBLOCK, 0);
    EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  }
}

TEST(ListenSocket, SendsSmallWritesOfItsConnectionsAtOnce) {
  const auto sockets = opened({"127.0.0.1"});
  const auto client = connected_client(sockets.front().fd());
  EXPECT_NE(option(accept_next(sockets.front().fd()).fd.get(), IPPROTO_TCP, TCP_NODELAY), 0);
}

TEST(ListenSocket, ListensOnAllAddressesOfBothFamiliesAtOnePort) {
  const auto v4 = opened({"0.0.0.0"});
  const auto v6 = open_all({"::"}, v4.front().endpoint()->port);
  ASSERT_TRUE(v6) << v6.error().message;
  EXPECT_FALSE(v4.front().is_local());
  EXPECT_FALSE(v6->front().is_local());
}

TEST(ListenSocket, MayHaveAPortOfItsOwn) {
  std::uint16_t port = 0;
  {
    const auto sockets = opened({"127.0.0.1"});
    port = sockets.front().endpoint()->port;
  }
  const auto sockets = opened({"127.0.0.1:" + std::to_string(port), "[::1]:0"}, 1);
  EXPECT_EQ(sockets.at(0).endpoint()->port, port);
  EXPECT_GT(sockets.at(1).endpoint()->port, 1);
  EXPECT_EQ(sockets.at(1).text(), "http://[::1]:" + std::to_string(sockets.at(1).endpoint()->port));
}

TEST(ListenSocket, IsRefusedWithTheReasonAndARemedyIfThePortIsInUse) {
  const auto first = opened({"127.0.0.1"});
  const std::string port = std::to_string(first.front().endpoint()->port);
  const auto second = open_all({"127.0.0.1"}, first.front().endpoint()->port);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(second.error().message, "cannot listen on 127.0.0.1 port " + port +
                                        ": Address already in use; set another listener.http.port or "
                                        "listener.http.address");
}

TEST(ListenSocket, IsOpenedWithAllOthersOrNotAtAll) {
  const auto taken = opened({"127.0.0.1"});
  const std::string port = std::to_string(taken.front().endpoint()->port);
  EXPECT_FALSE(open_all({"unix:@mcp-workbench-all-or-none", "127.0.0.1:" + port}));
  EXPECT_TRUE(open_all({"unix:@mcp-workbench-all-or-none"}));
}

TEST(ListenSocket, ListensAtAnAbstractName) {
  const auto sockets = opened({"unix:@mcp-workbench-test"});
  EXPECT_EQ(sockets.front().kind(), ListenSocket::Kind::unix_abstract);
  EXPECT_EQ(sockets.front().text(), "unix:@mcp-workbench-test");
  EXPECT_TRUE(sockets.front().is_local());
  const auto client = connected_client(sockets.front().fd());
  EXPECT_EQ(accept_next(sockets.front().fd()).peer.uid, ::geteuid());
  const auto second = open_all({"unix:@mcp-workbench-test"});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, StartsWith("cannot listen on unix:@mcp-workbench-test: Address already in use"));
}

TEST(AcceptClient, NamesThePeer) {
  const auto sockets = opened({"127.0.0.1", "::1"});
  for (const ListenSocket& socket : sockets) {
    const auto client = connected_client(socket.fd());
    socklen_t size = 0;
    const auto own = endpoint_of(test_support::name_of(client.get(), size));
    const AcceptedSocket accepted = accept_next(socket.fd());
    EXPECT_EQ(accepted.peer, SocketPeer::at(*own));
    EXPECT_EQ(accepted.peer.text(), own->text());
    EXPECT_EQ(accepted.peer.address(), socket.endpoint()->address.text());
  }
}

TEST(AcceptClient, FindsNoneWhereNoneWaits) {
  const auto sockets = opened({"127.0.0.1"});
  const auto none = accept_client(sockets.front().fd());
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->has_value());
}

TEST(AcceptClient, SaysThatNoDescriptorIsLeftAndLeavesTheConnectionWaiting) {
  const auto sockets = opened({"127.0.0.1"});
  const auto client = connected_client(sockets.front().fd());
  ASSERT_TRUE(test_support::wait_for(sockets.front().fd(), POLLIN));
  {
    const DescriptorLimit none(0);
    const auto refused = accept_client(sockets.front().fd());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::unavailable);
    EXPECT_EQ(refused.error().message, "cannot accept a connection: Too many open files");
  }
  EXPECT_TRUE(accept_next(sockets.front().fd()).fd);
}

TEST(AcceptClient, FailsOnASocketThatDoesNotListen) {
  const auto client = test_support::make_client(AF_INET);
  const auto refused = accept_client(client.get());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::internal);
}

TEST(Peer, IsWrittenWithAllThatIsKnown) {
  EXPECT_EQ((SocketPeer{IpAddress::parse("192.0.2.1"), 4711, {}}.text()), "192.0.2.1:4711");
  EXPECT_EQ((SocketPeer{IpAddress::parse("::1"), 4711, 0}.text()), "[::1]:4711 (user root)");
  EXPECT_EQ((SocketPeer{IpAddress::parse("2001:db8::1"), 0, {}}.text()), "2001:db8::1");
  EXPECT_EQ((SocketPeer{{}, 0, 0}.text()), "unix (user root)");
  EXPECT_EQ(SocketPeer{}.address(), "unix");
}

TEST(Peer, IsNamedByItsNumberIfItHasNoName) {
  EXPECT_EQ(user_name(3'999'999'999), "uid:3999999999");
}

TEST(MayEnter, IsForOurUserAndRoot) {
  EXPECT_TRUE(may_enter(::geteuid()));
  EXPECT_TRUE(may_enter(0));
  EXPECT_FALSE(may_enter(::geteuid() + 1));
}

}  // namespace
}  // namespace workbench::http
