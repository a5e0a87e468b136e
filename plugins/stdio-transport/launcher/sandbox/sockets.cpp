#include "sockets.hpp"

#include <fcntl.h>
#include <sys/time.h>

#include <cerrno>

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

std::int64_t find_deadline(int socket, int option) {
  timeval time{};
  socklen_t size = sizeof time;
  if (getsockopt(socket, SOL_SOCKET, option, &time, &size) != 0 || (time.tv_sec == 0 && time.tv_usec == 0)) return 0;
  return now_milliseconds() + std::int64_t{time.tv_sec} * 1000 + time.tv_usec / 1000;
}

}  // namespace launcher
