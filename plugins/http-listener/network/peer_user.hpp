#pragma once

#include <sys/types.h>

#include <workbench/result.hpp>

namespace workbench::http {

/// The user who opened the socket at the other end of `fd`, an accepted TCP connection over loopback, from the kernel's
/// table of sockets (NETLINK_SOCK_DIAG, sock_diag(7)). One exchange with the kernel, which does not wait: 8
/// microseconds, however many sockets are open. Call it once for each connection, with its first request. A client that
/// passes its open socket to another process shares its rights with it. [loop thread]
///
/// On an error, refuse the client:
/// not_found: no process has the other end any more; or it is in another network namespace (a container); or `fd` is
/// not a loopback connection.
/// unavailable: the kernel does not report the user (probe_peer_users() finds that out at the start), or no descriptor
/// is left.
[[nodiscard]] Result<uid_t> peer_user(int fd);

/// Whether peer_user() works on this machine: asks it about a loopback connection of our own. Opens and closes three
/// sockets, and the kernel may load a module: [startup].
/// unavailable: with the reason, as a clause for a warning.
[[nodiscard]] Result<void> probe_peer_users();

}  // namespace workbench::http
