#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

#include "network/ip_address.hpp"

namespace workbench::http {

/// The other end of an accepted connection. A value; not tied to a thread.
struct SocketPeer {
  std::optional<IpAddress> ip;  ///< absent: a Unix socket
  std::uint16_t port = 0;       ///< 0: a Unix socket, or not known (a client that a proxy has named)
  /// The user of the process that connected: for a Unix socket set by accept_client(), for a loopback connection by the
  /// caller, from peer_user(). Absent: not known, or the process is on another machine.
  std::optional<uid_t> uid;

  [[nodiscard]] static SocketPeer at(const IpEndpoint& endpoint) {
    return {endpoint.address, endpoint.port, std::nullopt};
  }

  [[nodiscard]] bool is_unix() const { return !ip.has_value(); }
  [[nodiscard]] bool is_loopback() const { return ip.has_value() && ip->is_loopback(); }

  /// Without the port, for logs that others read, and for limits of one address: `192.0.2.1`, `::1`, or `unix`.
  [[nodiscard]] std::string address() const { return ip ? ip->text() : "unix"; }
  /// With all that is known, for messages: `192.0.2.1:4711`, `[::1]:4711 (user ada)`, `unix (user ada)`.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] friend bool operator==(const SocketPeer&, const SocketPeer&) = default;
};

/// Whether a process of `user` may use a listener that serves its own user only: the effective user of this process,
/// and root.
[[nodiscard]] bool may_enter(uid_t user);

/// The name of `user`, or `uid:1000` if it has none. The first call for each user asks the user database, which may
/// block where that is a directory service. [loop thread]
[[nodiscard]] std::string user_name(uid_t user);

}  // namespace workbench::http
