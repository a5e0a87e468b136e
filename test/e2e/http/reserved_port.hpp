#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include <workbench/file_descriptor.hpp>

namespace http_fixture {

/// A port that no other process gets meanwhile, and at which a process that sets SO_REUSEPORT (as HAProxy does, and
/// nginx with `reuseport`) can listen.
class ReservedPort {
 public:
  ReservedPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_.get(), name, size) != 0 || ::getsockname(socket_.get(), name, &size) != 0) {
      throw std::system_error(errno, std::generic_category(), "no free port");
    }
    number_ = ntohs(address.sin_port);
  }

  [[nodiscard]] std::uint16_t number() const { return number_; }

 private:
  workbench::FileDescriptor socket_;
  std::uint16_t number_ = 0;
};

}  // namespace http_fixture
