#include "sockets.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/time.h>

#include <cerrno>
#include <cstring>

#include "destinations.hpp"

namespace launcher {

bool find_kind(int socket, SocketKind& kind) {
  socklen_t size = sizeof(int);
  if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &kind.domain, &size) != 0) return false;
  if (getsockopt(socket, SOL_SOCKET, SO_TYPE, &kind.type, &size) != 0) return false;
  kind.blocks = (fcntl(socket, F_GETFL) & O_NONBLOCK) == 0;
  return true;
}

int read_address(const CallingProcess& caller, std::uint64_t address, std::uint64_t size, GivenAddress& read) {
  const auto length = static_cast<int>(size);
  if (length < 0 || static_cast<std::size_t>(length) > sizeof read.storage) return EINVAL;
  read.size = static_cast<socklen_t>(length);
  return caller.read(address, &read.storage, read.size) ? 0 : EFAULT;
}

socklen_t make_socket_address(const InternetAddress& address, std::uint16_t port, std::uint32_t zone,
                              sockaddr_storage& storage) {
  storage = {};
  if (is_version_4(address)) {
    sockaddr_in internet{};
    internet.sin_family = AF_INET;
    internet.sin_port = htons(port);
    std::memcpy(&internet.sin_addr, address.bytes + 12, 4);
    std::memcpy(&storage, &internet, sizeof internet);
    return sizeof internet;
  }
  sockaddr_in6 internet{};
  internet.sin6_family = AF_INET6;
  internet.sin6_port = htons(port);
  internet.sin6_scope_id = zone;
  std::memcpy(&internet.sin6_addr, address.bytes, 16);
  std::memcpy(&storage, &internet, sizeof internet);
  return sizeof internet;
}

std::int64_t find_deadline(int socket, int option) {
  timeval time{};
  socklen_t size = sizeof time;
  if (getsockopt(socket, SOL_SOCKET, option, &time, &size) != 0 || (time.tv_sec == 0 && time.tv_usec == 0)) return 0;
  return now_milliseconds() + std::int64_t{time.tv_sec} * 1000 + time.tv_usec / 1000;
}

}  // namespace launcher
