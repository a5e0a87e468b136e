#pragma once

#include <poll.h>
#include <sys/socket.h>

#include <optional>
#include <stdexcept>

#include "network/listen_socket.hpp"

namespace test_support {

/// The address of a socket of ours.
inline sockaddr_storage name_of(int fd, socklen_t& size) {
  sockaddr_storage name{};
  size = sizeof name;
  if (::getsockname(fd, reinterpret_cast<sockaddr*>(&name), &size) != 0) throw std::runtime_error("no name");
  return name;
}

/// Connects `fd`, which blocks, to what listens at `listening`. False: it was refused, with errno.
inline bool connect_to(int fd, int listening) {
  socklen_t size = 0;
  const sockaddr_storage name = name_of(listening, size);
  return ::connect(fd, reinterpret_cast<const sockaddr*>(&name), size) == 0;
}

inline workbench::FileDescriptor make_client(int family) {
  return workbench::FileDescriptor(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

/// A client that is connected to what listens at `listening`.
inline workbench::FileDescriptor connected_client(int listening) {
  socklen_t size = 0;
  auto fd = make_client(name_of(listening, size).ss_family);
  if (!connect_to(fd.get(), listening)) throw std::runtime_error("cannot connect");
  return fd;
}

/// Waits until `fd` has one of `events`. False: it has none within a test's time.
inline bool wait_for(int fd, short events) {
  constexpr int kMaxMilliseconds = 10'000;
  pollfd entry{fd, events, 0};
  return ::poll(&entry, 1, kMaxMilliseconds) == 1;
}

/// The next connection, which is on its way.
inline workbench::http::AcceptedSocket accept_next(int listening) {
  if (!wait_for(listening, POLLIN)) throw std::runtime_error("no connection");
  auto accepted = workbench::http::accept_client(listening);
  if (!accepted || !*accepted) throw std::runtime_error("no connection");
  return *std::move(*accepted);
}

}  // namespace test_support
