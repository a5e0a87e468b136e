#include "connection_source.hpp"

#include <utility>

#include "network/listen_socket.hpp"
#include "network/peer_user.hpp"

namespace workbench::http {

ConnectionSource::ConnectionSource(SocketPeer peer, bool is_trusted_proxy, bool is_open_to_users)
    : peer_(std::move(peer)),
      socket_user_(peer_.uid),
      is_forwarding_(is_trusted_proxy),
      is_open_to_users_(is_open_to_users) {}

void ConnectionSource::replace_peer(const IpEndpoint& client, const TrustedAddresses& trusted_proxies) {
  peer_ = SocketPeer::at(client);
  // A proxy that only passes bytes on does not remove forwarded headers of the client.
  is_forwarding_ = trusted_proxies.contains(peer_);
}

void ConnectionSource::find_out(const ClientSocket& socket, bool asks_for_user) {
  RequestSource source;
  source.address = peer_.address();
  source.is_secure = socket.tls() != nullptr;
  source.is_local = is_reached_locally(socket.descriptor());
  if (socket.tls() != nullptr) source.certificate_subject = socket.tls()->peer_subject();
  if (peer_.is_unix()) source.user = peer_.uid;
  if (asks_for_user && is_open_to_users_) {
    source.local_user = socket_user_ ? Result<uid_t>(*socket_user_) : peer_user(socket.descriptor());
  }
  source_ = std::make_shared<const RequestSource>(std::move(source));
}

}  // namespace workbench::http
