#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "socket_calls.hpp"

// The part of the calls on sockets that concerns their own addresses.

namespace launcher {
namespace {

constexpr std::uint16_t kNamePort = 53;

/// The unspecified address becomes loopback, the port stays.
void set_loopback(GivenAddress& address, bool is_version_6_only) {
  if (address.family() == AF_INET) {
    sockaddr_in internet;
    std::memcpy(&internet, &address.storage, sizeof internet);
    internet.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::memcpy(&address.storage, &internet, sizeof internet);
    return;
  }
  sockaddr_in6 internet{};
  std::memcpy(&internet, &address.storage, sizeof internet);
  internet.sin6_addr = in6addr_loopback;
  if (!is_version_6_only) {
    const std::uint8_t mapped[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1};
    std::memcpy(&internet.sin6_addr, mapped, sizeof mapped);
  }
  std::memcpy(&address.storage, &internet, sizeof internet);
}

bool is_version_6_only(int socket) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(socket, IPPROTO_IPV6, IPV6_V6ONLY, &value, &size) == 0 && value != 0;
}

}  // namespace

Answer SocketCalls::bind(const seccomp_notif& notification, CallingProcess& caller, int socket,
                         const SocketKind& kind) {
  GivenAddress address;
  const auto& arguments = notification.data.args;
  if (const int error = read_address(caller, arguments[1], arguments[2], address)) return answer_error(error);
  if (kind.is_internet()) return bind_internet(socket, kind, address);
  if (address.family() != AF_UNIX) return answer_error(EINVAL);
  const BorrowedIdentity identity(caller.thread());
  return unix_.bind(caller, socket, address);
}

int SocketCalls::refuse_bind(const InternetAddress& address, std::uint16_t port) {
  char text[kAddressTextSize];
  format_address(address, port, text);
  denials_.add("bind", text);
  return policy_.learns ? 0 : EACCES;
}

Answer SocketCalls::bind_internet(int socket, const SocketKind& kind, GivenAddress& address) {
  InternetAddress internet;
  std::uint16_t port = 0;
  if (address.family() != AF_INET && address.family() != AF_INET6) return answer_error(EAFNOSUPPORT);
  if (!read_socket_address(address.get(), address.size, internet, port)) return answer_error(EINVAL);
  const bool is_anywhere = is_unspecified(internet);
  // As the kernel does by itself for a socket that sends or connects without an address. Listening is checked once
  // more.
  const bool is_of_client = is_anywhere && port == 0 && (kind.is_datagram() || !policy_.binds_locally);
  const bool is_allowed = policy_.binds_locally && (is_anywhere || is_loopback(internet));
  // Who has this port may be taken for the nameserver of the machine, also by the resolver.
  const bool is_of_nameserver = port == kNamePort;
  if (!is_of_client && (!is_allowed || is_of_nameserver)) {
    if (const int error = refuse_bind(internet, port)) return answer_error(error);
  } else if (!is_of_client && is_anywhere && !policy_.learns) {
    set_loopback(address, is_version_6_only(socket));
  }
  const Answer answer = answer_result(::bind(socket, address.get(), address.size));
  if (answer.kind == Answer::Kind::value && !is_of_client) destinations_.bound().add_internet(socket);
  return answer;
}

Answer SocketCalls::listen(const seccomp_notif& notification, int socket, const SocketKind& kind) {
  if (kind.is_internet()) {
    if (const int error = prepare_to_listen(socket, kind)) return answer_error(error);
  }
  return answer_result(::listen(socket, static_cast<int>(notification.data.args[1])));
}

// A socket without an address would listen on all addresses of the machine.
int SocketCalls::prepare_to_listen(int socket, const SocketKind& kind) {
  GivenAddress address;
  address.size = sizeof address.storage;
  InternetAddress internet;
  std::uint16_t port = 0;
  if (getsockname(socket, address.get(), &address.size) != 0) return errno;
  if (!read_socket_address(address.get(), address.size, internet, port)) return EINVAL;
  if (is_loopback(internet) && policy_.binds_locally) return 0;
  if (!is_unspecified(internet) || port != 0 || !policy_.binds_locally) return refuse_bind(internet, port);
  const Answer answer = bind_internet(socket, kind, address);
  return answer.kind == Answer::Kind::error ? static_cast<int>(answer.value) : 0;
}

}  // namespace launcher
