#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "connected_sockets.hpp"
#include "forked_child.hpp"
#include "network/listen_socket.hpp"

namespace workbench::http {
namespace {

using test_support::ForkedChild;
using testing::HasSubstr;

constexpr int kFirstDescriptor = 3;

/// The sockets that systemd has opened, in this process.
class Activation {
 public:
  explicit Activation(const std::vector<std::string>& addresses) {
    for (const std::string& text : addresses) {
      auto opened = open_listen_sockets({*ListenAddress::parse(text)}, 0, {});
      if (!opened) throw std::runtime_error(opened.error().message);
      sockets_.push_back(std::move(opened->front()));
      fds_.push_back(sockets_.back().fd());
    }
  }
  void add(int fd) { fds_.push_back(fd); }

  /// What open_listen_sockets() opens in a process that systemd has started with these sockets, called `names`
  /// (separated by colons): their texts, or the error.
  [[nodiscard]] std::string open(const std::string& names, const std::vector<std::string>& addresses) const {
    const ForkedChild child([&](const ForkedChild::Parent& parent) { parent.report(open_here(names, addresses)); });
    return child.report();
  }

  [[nodiscard]] const std::vector<ListenSocket>& sockets() const { return sockets_; }

 private:
  [[nodiscard]] std::string open_here(const std::string& names, const std::vector<std::string>& texts) const {
    become_activated(names);
    std::vector<ListenAddress> addresses;
    for (const std::string& text : texts) addresses.push_back(*ListenAddress::parse(text));
    const auto opened = open_listen_sockets(addresses, 0, {});
    if (!opened) return opened.error().message;
    std::string result;
    for (const ListenSocket& socket : *opened) {
      result += socket.text() + ((::fcntl(socket.fd(), F_GETFL) & O_NONBLOCK) != 0 ? "" : " blocks") +
                ((::fcntl(socket.fd(), F_GETFD) & FD_CLOEXEC) != 0 ? "" : " is inherited") + "\n";
    }
    if (::getenv("LISTEN_FDS") != nullptr || ::getenv("LISTEN_FDNAMES") != nullptr) result += "LISTEN_FDS is left";
    return result;
  }

  void become_activated(const std::string& names) const {
    constexpr int kFree = 500;  // above all that are moved
    std::vector<int> moved;
    for (const int fd : fds_) moved.push_back(::fcntl(fd, F_DUPFD, kFree));
    int next = kFirstDescriptor;
    for (const int fd : moved) {
      ::dup2(fd, next);
      ::fcntl(next++, F_SETFL, 0);
    }
    ::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
    ::setenv("LISTEN_FDS", std::to_string(fds_.size()).c_str(), 1);
    ::setenv("LISTEN_FDNAMES", names.c_str(), 1);
  }

  std::vector<ListenSocket> sockets_;
  std::vector<int> fds_;
};

TEST(SystemdSockets, AreAllOpenedByOneWord) {
  const Activation activation({"127.0.0.1", "::1", "unix:@mcp-workbench-systemd"});
  EXPECT_EQ(
      activation.open("a:b:c", {"systemd"}),
      activation.sockets().at(0).text() + "\n" + activation.sockets().at(1).text() + "\nunix:@mcp-workbench-systemd\n");
}

TEST(SystemdSockets, AreOpenedByTheirNames) {
  const Activation activation({"127.0.0.1", "::1", "127.0.0.1"});
  EXPECT_EQ(activation.open("a:b:a", {"systemd:b", "systemd:a"}), activation.sockets().at(1).text() + "\n" +
                                                                      activation.sockets().at(0).text() + "\n" +
                                                                      activation.sockets().at(2).text() + "\n");
}

TEST(SystemdSockets, AreEachOpenedOnce) {
  const Activation activation({"127.0.0.1", "::1"});
  EXPECT_EQ(activation.open("a:b", {"systemd", "systemd:b"}),
            activation.sockets().at(1).text() + "\n" + activation.sockets().at(0).text() + "\n");
}

TEST(SystemdSockets, AreRefusedIfOneIsNotNamed) {
  const Activation activation({"127.0.0.1", "::1"});
  EXPECT_EQ(activation.open("a:b", {"systemd:a"}),
            "cannot listen on sockets of systemd: it has passed 'b', which no address names; add systemd:b to "
            "listener.http.address");
}

TEST(SystemdSockets, AreRefusedIfTheNameIsNotPassed) {
  const Activation activation({"127.0.0.1"});
  EXPECT_EQ(activation.open("a", {"systemd:b"}),
            "cannot listen on systemd:b: systemd has passed no socket of that name; it has passed 'a'; set "
            "FileDescriptorName= in the socket unit, or another listener.http.address");
}

TEST(SystemdSockets, AreRefusedIfOneDoesNotListen) {
  Activation activation({"127.0.0.1"});
  const auto client = test_support::make_client(AF_INET);
  activation.add(client.get());
  EXPECT_THAT(activation.open("a:b", {"systemd"}),
              HasSubstr("'b' is not a listening stream socket; use ListenStream= and Accept=no in its socket unit"));
}

TEST(SystemdSockets, AreRefusedIfTheirNumberIsNotThatOfTheirNames) {
  const Activation activation({"127.0.0.1", "::1"});
  for (const char* const names : {"a", "a:b:c", ""}) {
    EXPECT_EQ(
        activation.open(names, {"systemd"}),
        "cannot listen on sockets of systemd: Invalid argument; look at LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES of "
        "the environment")
        << names;
  }
}

TEST(SystemdSockets, OfAnotherProcessAreNotOpened) {
  ::setenv("LISTEN_PID", "1", 1);
  ::setenv("LISTEN_FDS", "1", 1);
  const auto sockets = open_listen_sockets({*ListenAddress::parse("systemd")}, 0, {});
  ASSERT_FALSE(sockets);
  EXPECT_THAT(sockets.error().message, HasSubstr("none was passed to this process"));
  EXPECT_EQ(::getenv("LISTEN_FDS"), nullptr);
}

TEST(SystemdSockets, AreRefusedIfNoneIsPassed) {
  const auto sockets = open_listen_sockets({*ListenAddress::parse("systemd")}, 0, {});
  ASSERT_FALSE(sockets);
  EXPECT_EQ(sockets.error().message,
            "cannot listen on sockets of systemd: none was passed to this process; start it by a socket unit "
            "(systemd.socket(5)), or set another listener.http.address");
}

}  // namespace
}  // namespace workbench::http
