#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <cstdint>

#include "addresses.hpp"
#include "callers.hpp"

namespace launcher {

/// What a duplicate of a caller's socket is.
struct SocketKind {
  int domain = -1;
  int type = -1;
  bool blocks = false;  ///< O_NONBLOCK is not set

  [[nodiscard]] bool is_internet() const { return domain == AF_INET || domain == AF_INET6; }
  [[nodiscard]] bool is_datagram() const { return type == SOCK_DGRAM; }
  [[nodiscard]] bool is_stream() const { return type == SOCK_STREAM; }
};

/// False: it is not a socket.
bool find_kind(int socket, SocketKind& kind);

/// An address from a caller's memory.
struct GivenAddress {
  sockaddr_storage storage = {};
  socklen_t size = 0;

  [[nodiscard]] int family() const { return size < sizeof(sa_family_t) ? AF_UNSPEC : int{storage.ss_family}; }
  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

/// 0, or the error that the call should return. A longer address is refused, as the kernel does.
int read_address(const CallingProcess& caller, std::uint64_t address, std::uint64_t size, GivenAddress& read);

/// An address of the network as the kernel takes it; IPv4 as such, not mapped. Its size.
socklen_t make_socket_address(const InternetAddress& address, std::uint16_t port, std::uint32_t zone,
                              sockaddr_storage& storage);

[[nodiscard]] inline const sockaddr* as_sockaddr(const sockaddr_storage& storage) {
  return reinterpret_cast<const sockaddr*>(&storage);
}

/// When a call with this option (SO_RCVTIMEO, SO_SNDTIMEO) ends, on the clock of now_milliseconds(); 0: never.
[[nodiscard]] std::int64_t find_deadline(int socket, int option);

}  // namespace launcher
