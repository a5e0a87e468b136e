#include "network/peer_user.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sched.h>

#include "connected_sockets.hpp"
#include "forked_child.hpp"

namespace workbench::http {
namespace {

using test_support::accept_next;
using test_support::connected_client;
using test_support::ForkedChild;
using test_support::kOtherUser;
using test_support::make_client;
using test_support::wait_for;
using testing::HasSubstr;

ListenSocket listening(std::string_view address) {
  auto sockets = open_listen_sockets({*ListenAddress::parse(address)}, 0, {});
  if (!sockets) throw std::runtime_error(sockets.error().message);
  return std::move(sockets->front());
}

/// A socket of systemd may accept IPv4 connections at an IPv6 address.
ListenSocket listening_for_both_families() {
  FileDescriptor fd = make_client(AF_INET6);
  constexpr int kOff = 0;
  ::setsockopt(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, &kOff, sizeof kOff);
  if (::listen(fd.get(), 5) != 0) throw std::runtime_error("cannot listen");
  return *ListenSocket::adopt(std::move(fd));
}

FileDescriptor connected_from(const IpEndpoint& source, const IpEndpoint& destination) {
  constexpr int kOn = 1;
  FileDescriptor fd = make_client(source.address.is_v4() ? AF_INET : AF_INET6);
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &kOn, sizeof kOn);
  sockaddr_storage address{};
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  if (::bind(fd.get(), name, write_socket_address(source, address)) != 0) throw std::runtime_error("cannot bind");
  const socklen_t size = write_socket_address(destination, address);
  if (::connect(fd.get(), name, size) != 0) throw std::runtime_error("cannot connect");
  return fd;
}

/// A loopback address at which other processes use no port.
const IpAddress kOwnAddress = IpAddress::v4({127, 77, 1, 1});

/// Ends the connection with a reset instead of an orderly end.
void reset(FileDescriptor& fd) {
  constexpr linger kAtOnce{1, 0};
  ::setsockopt(fd.get(), SOL_SOCKET, SO_LINGER, &kAtOnce, sizeof kAtOnce);
  fd.close();
}

/// False: `condition` has not become true within a test's time.
template <typename Condition>
bool wait_until(Condition condition) {
  constexpr int kPauseMilliseconds = 10;
  constexpr int kMaxPauses = 1000;
  for (int pauses = 0; pauses < kMaxPauses; ++pauses) {
    if (condition()) return true;
    ::poll(nullptr, 0, kPauseMilliseconds);
  }
  return false;
}

void expect_not_found(int fd, const std::string& reason) {
  const auto user = peer_user(fd);
  ASSERT_FALSE(user) << "found the user " << *user;
  EXPECT_EQ(user.error().kind, ErrorKind::not_found);
  EXPECT_THAT(user.error().message, HasSubstr(reason));
}

class PeerUser : public testing::Test {
 protected:
  void SetUp() override {
    const auto probe = probe_peer_users();
    if (!probe) GTEST_SKIP() << probe.error().message;
  }
};

TEST_F(PeerUser, IsFoundOverIpv4AndIpv6) {
  for (const char* address : {"127.0.0.1", "::1", "127.1.2.3"}) {
    const ListenSocket socket = listening(address);
    const auto client = connected_client(socket.fd());
    const auto user = peer_user(accept_next(socket.fd()).fd.get());
    ASSERT_TRUE(user) << user.error().message;
    EXPECT_EQ(*user, ::geteuid());
  }
}

TEST_F(PeerUser, IsFoundWhereAnIpv6SocketAcceptsIpv4) {
  const ListenSocket socket = listening_for_both_families();
  const IpEndpoint destination{IpAddress::v4({127, 0, 0, 1}), socket.endpoint()->port};
  const auto client = connected_from({IpAddress::v4({127, 0, 0, 1}), 0}, destination);
  const AcceptedSocket accepted = accept_next(socket.fd());
  EXPECT_EQ(accepted.peer.address(), "127.0.0.1");
  const auto user = peer_user(accepted.fd.get());
  ASSERT_TRUE(user) << user.error().message;
  EXPECT_EQ(*user, ::geteuid());
}

TEST_F(PeerUser, IsAnotherUserIfAnotherUserHasConnected) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs another user";
  for (const char* address : {"127.0.0.1", "::1"}) {
    const ListenSocket socket = listening(address);
    const ForkedChild child([&](const ForkedChild::Parent& parent) {
      if (::setuid(kOtherUser) != 0) return;
      const auto client = connected_client(socket.fd());
      parent.wait();
    });
    const auto user = peer_user(accept_next(socket.fd()).fd.get());
    ASSERT_TRUE(user) << user.error().message;
    EXPECT_EQ(*user, kOtherUser);
  }
}

TEST_F(PeerUser, IsFoundWhenTheClientHasSentAllItWillSend) {
  const ListenSocket socket = listening("127.0.0.1");
  const auto client = connected_client(socket.fd());
  const AcceptedSocket accepted = accept_next(socket.fd());
  ASSERT_EQ(::shutdown(client.get(), SHUT_WR), 0);
  ASSERT_TRUE(wait_for(accepted.fd.get(), POLLRDHUP));
  EXPECT_TRUE(peer_user(accepted.fd.get()));
}

TEST_F(PeerUser, IsNotFoundWhenTheOtherEndHasBeenClosed) {
  const ListenSocket socket = listening("127.0.0.1");
  auto client = connected_client(socket.fd());
  const AcceptedSocket accepted = accept_next(socket.fd());
  client.close();
  ASSERT_TRUE(wait_for(accepted.fd.get(), POLLRDHUP));
  expect_not_found(accepted.fd.get(), "the other end has been closed");
}

TEST_F(PeerUser, IsNotFoundWhenTheOtherEndWasClosedWithUnsentBytes) {
  const ListenSocket socket = listening("127.0.0.1");
  auto client = connected_client(socket.fd());
  const AcceptedSocket accepted = accept_next(socket.fd());
  // More than the receiver has room for, so that the kernel keeps the closed socket to send the rest.
  const std::string bytes(64 * 1024, 'x');
  while (::send(client.get(), bytes.data(), bytes.size(), MSG_DONTWAIT) > 0) continue;
  client.close();
  expect_not_found(accepted.fd.get(), "the other end has been closed");
}

TEST_F(PeerUser, IsNotFoundAfterAResetEvenIfThePortIsUsedAgain) {
  const ListenSocket socket = listening("127.0.0.1");
  auto client = connected_from({kOwnAddress, 0}, *socket.endpoint());
  const AcceptedSocket first = accept_next(socket.fd());
  reset(client);
  ASSERT_TRUE(wait_for(first.fd.get(), POLLHUP));
  const auto again = connected_from({*first.peer.ip, first.peer.port}, *socket.endpoint());
  const AcceptedSocket second = accept_next(socket.fd());
  ASSERT_EQ(second.peer, first.peer);

  EXPECT_TRUE(peer_user(second.fd.get()));
  EXPECT_FALSE(peer_user(first.fd.get()));
}

TEST_F(PeerUser, IsNotTheOneWhoListensAtThePortOfAClientThatIsGone) {
  const ListenSocket socket = listening("127.0.0.1");
  auto client = connected_from({kOwnAddress, 0}, *socket.endpoint());
  const AcceptedSocket accepted = accept_next(socket.fd());
  // The kernel forgets the closed socket after a second, while our end of the connection stays as it is.
  constexpr int kSecond = 1;
  ASSERT_EQ(::setsockopt(client.get(), IPPROTO_TCP, TCP_LINGER2, &kSecond, sizeof kSecond), 0);
  client.close();
  ASSERT_TRUE(wait_until([&] {
    const auto user = peer_user(accepted.fd.get());
    return !user && user.error().message.find("the kernel knows no socket") != std::string::npos;
  }));
  const ListenSocket other = listening(IpEndpoint{kOwnAddress, accepted.peer.port}.text());
  expect_not_found(accepted.fd.get(), "the other end has been closed");
}

TEST_F(PeerUser, IsNotFoundForASocketThatIsNotConnected) {
  expect_not_found(make_client(AF_INET).get(), "the connection has ended");
  expect_not_found(-1, "the connection has ended");
}

TEST(PeerUserProbe, SaysWhyPeersCannotBeFound) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs a network namespace of its own";
  const ForkedChild child([](const ForkedChild::Parent& parent) {
    if (::unshare(CLONE_NEWNET) != 0) return parent.report("no namespace");
    const auto probe = probe_peer_users();  // loopback is down
    parent.report(probe ? "found" : probe.error().message);
  });
  const std::string report = child.report();
  if (report == "no namespace") GTEST_SKIP() << report;
  EXPECT_THAT(report, HasSubstr("no connection over loopback is possible: "));
}

}  // namespace
}  // namespace workbench::http
