#include "network/peer_user.hpp"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <workbench/file_descriptor.hpp>

#include "network/ip_address.hpp"

namespace workbench::http {
namespace {

struct Request {
  nlmsghdr header;
  inet_diag_req_v2 body;
};

Error unavailable(const std::string& what, int error) {
  return {ErrorKind::unavailable, what + ": " + std::generic_category().message(error)};
}

Error not_found(std::string reason) {
  return {ErrorKind::not_found, std::move(reason)};
}

std::optional<IpEndpoint> name_of(int fd, decltype(&::getsockname) get_name) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (get_name(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return endpoint_of(address);
}

/// The kernel finds IPv4 sockets by IPv4 addresses, also those that were opened as IPv6.
void write_address(const IpAddress& address, __be32 (&words)[4]) {
  const std::size_t skipped = address.is_v4() ? 12 : 0;
  std::memcpy(words, address.bytes().data() + skipped, address.bytes().size() - skipped);
}

IpAddress read_address(std::uint8_t family, const __be32 (&words)[4]) {
  if (family == AF_INET) {
    std::array<std::uint8_t, 4> bytes{};
    std::memcpy(bytes.data(), words, bytes.size());
    return IpAddress::v4(bytes);
  }
  std::array<std::uint8_t, 16> bytes{};
  std::memcpy(bytes.data(), words, bytes.size());
  return IpAddress::v6(bytes);
}

/// Asks for the one socket that is bound to `source` and connected to `destination`.
Request make_request(const IpEndpoint& source, const IpEndpoint& destination) {
  Request request{};
  request.header.nlmsg_len = sizeof request;
  request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
  request.header.nlmsg_flags = NLM_F_REQUEST;
  request.body.sdiag_family = source.address.is_v4() ? AF_INET : AF_INET6;
  request.body.sdiag_protocol = IPPROTO_TCP;
  request.body.idiag_states = ~0U;
  request.body.id.idiag_sport = htons(source.port);
  request.body.id.idiag_dport = htons(destination.port);
  write_address(source.address, request.body.id.idiag_src);
  write_address(destination.address, request.body.id.idiag_dst);
  std::fill(std::begin(request.body.id.idiag_cookie), std::end(request.body.id.idiag_cookie), INET_DIAG_NOCOOKIE);
  return request;
}

/// Calls the system again as long as a signal interrupts it.
template <typename Call>
ssize_t without_interruption(Call call) {
  ssize_t result = 0;
  do {
    result = call();
  } while (result < 0 && errno == EINTR);
  return result;
}

/// The response is there when send() returns: the kernel responds inside that call.
Result<inet_diag_msg> exchange(const Request& request) {
  const FileDescriptor netlink(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
  if (!netlink) return unavailable("no netlink socket can be opened", errno);
  sockaddr_nl kernel{};
  kernel.nl_family = AF_NETLINK;
  const ssize_t sent = without_interruption([&] {
    return ::sendto(netlink.get(), &request, sizeof request, 0, reinterpret_cast<const sockaddr*>(&kernel),
                    sizeof kernel);
  });
  if (sent < 0) return unavailable("the kernel accepts no query about sockets", errno);
  alignas(nlmsghdr) std::array<char, 4096> buffer{};
  const ssize_t size =
      without_interruption([&] { return ::recv(netlink.get(), buffer.data(), buffer.size(), MSG_DONTWAIT); });
  if (size < 0) return unavailable("the kernel does not respond to a query about sockets", errno);

  nlmsghdr header{};
  const Error malformed{ErrorKind::unavailable, "the kernel's response about a socket is malformed"};
  if (static_cast<std::size_t>(size) < sizeof header) return malformed;
  std::memcpy(&header, buffer.data(), sizeof header);
  if (header.nlmsg_type == NLMSG_ERROR) {
    nlmsgerr failure{};
    if (static_cast<std::size_t>(size) < NLMSG_HDRLEN + sizeof failure) return malformed;
    std::memcpy(&failure, buffer.data() + NLMSG_HDRLEN, sizeof failure);
    // ENOENT also if the kernel has no module for sockets of TCP (tcp_diag), which the probe at the start shows.
    if (failure.error == -ENOENT) {
      return not_found("the kernel knows no socket at the other end; it may be in another network namespace");
    }
    return unavailable("the kernel does not say who owns a socket", -failure.error);
  }
  inet_diag_msg response{};
  if (header.nlmsg_type != SOCK_DIAG_BY_FAMILY || static_cast<std::size_t>(size) < NLMSG_HDRLEN + sizeof response) {
    return malformed;
  }
  std::memcpy(&response, buffer.data() + NLMSG_HDRLEN, sizeof response);
  return response;
}

/// Where no connected socket matches, the kernel responds with a listening socket at the same port.
bool is_about(const inet_diag_msg& response, const IpEndpoint& source, const IpEndpoint& destination) {
  const inet_diag_sockid& id = response.id;
  return ntohs(id.idiag_sport) == source.port && ntohs(id.idiag_dport) == destination.port &&
         read_address(response.idiag_family, id.idiag_src) == source.address &&
         read_address(response.idiag_family, id.idiag_dst) == destination.address;
}

/// The states of a socket whose process can still send or receive.
bool is_held(std::uint8_t state) {
  return state == TCP_ESTABLISHED || state == TCP_FIN_WAIT1 || state == TCP_FIN_WAIT2 || state == TCP_CLOSE_WAIT;
}

/// As long as our end is connected, no other connection can have the same two addresses. After a reset, another process
/// may have connected from the port, and the response would be about that one.
bool is_connected(int fd) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return false;
  return info.tcpi_state == TCP_ESTABLISHED || info.tcpi_state == TCP_CLOSE_WAIT;
}

}  // namespace

Result<uid_t> peer_user(int fd) {
  const auto ours = name_of(fd, &::getsockname);
  const auto theirs = name_of(fd, &::getpeername);
  if (!ours || !theirs) return not_found("the connection has ended");
  if (!theirs->address.is_loopback()) return not_found("the other end is not on loopback");

  const auto response = exchange(make_request(*theirs, *ours));
  if (!response) return response.error();
  // A socket that its process has closed is still in the table, with the user 0 and without an inode.
  if (!is_about(*response, *theirs, *ours) || response->idiag_inode == 0 || !is_held(response->idiag_state) ||
      !is_connected(fd)) {
    return not_found("the other end has been closed");
  }
  return uid_t{response->idiag_uid};
}

Result<void> probe_peer_users() {
  sockaddr_storage address{};
  const auto loopback = IpEndpoint{IpAddress::v4({127, 0, 0, 1}), 0};
  socklen_t size = write_socket_address(loopback, address);
  auto* const name = reinterpret_cast<sockaddr*>(&address);
  // A packet filter may drop packets over loopback, so that connecting and accepting wait.
  constexpr timeval kMaxWait{1, 0};
  const auto make_socket = [&] {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ::setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &kMaxWait, sizeof kMaxWait);
    ::setsockopt(fd.get(), SOL_SOCKET, SO_RCVTIMEO, &kMaxWait, sizeof kMaxWait);
    return fd;
  };

  const FileDescriptor listening = make_socket();
  const FileDescriptor client = make_socket();
  if (!listening || !client || ::bind(listening.get(), name, size) != 0 || ::listen(listening.get(), 1) != 0 ||
      ::getsockname(listening.get(), name, &size) != 0 || ::connect(client.get(), name, size) != 0) {
    return unavailable("no connection over loopback is possible", errno);
  }
  const FileDescriptor accepted(::accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!accepted) return unavailable("no connection over loopback is possible", errno);
  const auto user = peer_user(accepted.get());
  if (user) return {};
  if (user.error().kind == ErrorKind::unavailable) return user.error();
  return Error{ErrorKind::unavailable, "the kernel does not find the sockets of TCP (its module tcp_diag is missing)"};
}

}  // namespace workbench::http
