#include "sandbox/bound_sockets.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <string>

#include <workbench/file_descriptor.hpp>

namespace launcher {
namespace {

using workbench::FileDescriptor;

class BoundSocketsOf : public ::testing::TestWithParam<int> {
 protected:
  /// Bound to loopback, where others may bind as well. `port`: 0 for any.
  static FileDescriptor open_internet(std::uint16_t port) {
    FileDescriptor opened(socket(AF_INET, GetParam(), 0));
    const int on = 1;
    EXPECT_EQ(setsockopt(opened.get(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on), 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(bind(opened.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    if (GetParam() == SOCK_STREAM) {
      EXPECT_EQ(listen(opened.get(), 1), 0);
    }
    return opened;
  }

  static std::uint16_t port_of(const FileDescriptor& socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    EXPECT_EQ(getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
    return ntohs(address.sin_port);
  }

  [[nodiscard]] bool owns(std::uint16_t port) const {
    return bound_.owns(address_of({htonl(INADDR_LOOPBACK)}), port, GetParam() == SOCK_DGRAM);
  }

  FileDescriptor open_abstract() const {
    FileDescriptor opened(socket(AF_UNIX, GetParam(), 0));
    EXPECT_EQ(bind(opened.get(), reinterpret_cast<const sockaddr*>(&name_), name_size_), 0);
    return opened;
  }

  void SetUp() override {
    const std::string name = "bound-sockets-test-" + std::to_string(getpid());
    name_.sun_family = AF_UNIX;
    std::memcpy(name_.sun_path + 1, name.data(), name.size());
    name_size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  }

  BoundSockets bound_;
  sockaddr_un name_{};
  socklen_t name_size_ = 0;
};

TEST_P(BoundSocketsOf, APortIsTheServersUntilItsSocketIsClosed) {
  FileDescriptor own = open_internet(0);
  const std::uint16_t port = port_of(own);
  bound_.add_internet(own.get());
  EXPECT_TRUE(owns(port));
  own.close();
  EXPECT_FALSE(owns(port));
  const FileDescriptor next = open_internet(port);
  EXPECT_FALSE(owns(port)) << "another program has it now";
}

TEST_P(BoundSocketsOf, APortThatItSharesWithAnotherProgramIsNotTheServers) {
  const FileDescriptor own = open_internet(0);
  bound_.add_internet(own.get());
  const std::uint16_t port = port_of(own);
  const FileDescriptor other = open_internet(port);
  EXPECT_FALSE(owns(port)) << "the kernel may give a connection to either";
}

TEST_P(BoundSocketsOf, AnAbstractNameIsTheServersUntilItsSocketIsClosed) {
  FileDescriptor own = open_abstract();
  bound_.add_abstract(own.get());
  EXPECT_TRUE(bound_.owns_abstract(name_, name_size_));
  own.close();
  EXPECT_FALSE(bound_.owns_abstract(name_, name_size_));
  const FileDescriptor next = open_abstract();
  EXPECT_FALSE(bound_.owns_abstract(name_, name_size_)) << "another program has it now";
}

INSTANTIATE_TEST_SUITE_P(All, BoundSocketsOf, ::testing::Values(SOCK_STREAM, SOCK_DGRAM), [](const auto& information) {
  return information.param == SOCK_STREAM ? "stream" : "datagram";
});

}  // namespace
}  // namespace launcher
