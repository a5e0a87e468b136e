#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>

#include "http/http_message.hpp"
#include "network/client_socket.hpp"
#include "network/ip_address.hpp"
#include "network/socket_peer.hpp"
#include "network/trusted_addresses.hpp"

namespace workbench::http {

/// The peer of a connection, as far as it is known: the peer of its socket, or the client that a trusted proxy has
/// named in the header of the PROXY protocol. [loop thread]
class ConnectionSource {
 public:
  /// `is_trusted_proxy`: the peer may name the client for which it connects. `is_open_to_users`: every local user can
  /// connect to the listening socket, whatever its mode.
  ConnectionSource(SocketPeer peer, bool is_trusted_proxy, bool is_open_to_users);

  /// Replaces the peer by the client that a trusted proxy has named. To be called before the first request.
  void replace_peer(const IpEndpoint& client, const TrustedAddresses& trusted_proxies);

  /// The address of the peer, for the log and for limits of one address.
  [[nodiscard]] std::string address() const { return peer_.address(); }
  /// Whether forwarded headers of the connection are used.
  [[nodiscard]] bool is_forwarding() const { return is_forwarding_; }

  /// The source of each request of the connection; never null. It is determined once, when the first request has
  /// arrived: the TLS handshake is then complete, and a connection without a request costs nothing.
  /// `socket`: of the connection. `asks_for_user`: the user at the other end decides whether a request is accepted.
  [[nodiscard]] const std::shared_ptr<const RequestSource>& of_requests(const ClientSocket& socket,
                                                                        bool asks_for_user) {
    if (source_ == nullptr) find_out(socket, asks_for_user);
    return source_;
  }

 private:
  void find_out(const ClientSocket& socket, bool asks_for_user);

  SocketPeer peer_;                         // the socket's peer, or the client that a trusted proxy has named
  const std::optional<uid_t> socket_user_;  // of a Unix socket, even if a proxy has named a client
  bool is_forwarding_;
  const bool is_open_to_users_;
  std::shared_ptr<const RequestSource> source_;  // null before the first request
};

}  // namespace workbench::http
