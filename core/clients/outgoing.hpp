#pragma once

#include <string_view>
#include <utility>

#include <workbench/host.hpp>
#include <workbench/message.hpp>

#include "clients/backend.hpp"
#include "jsonrpc/peer.hpp"

namespace workbench::clients {

/// Sends to one client, with back pressure: while the client has more unread than limits.clientBacklogBytes, nothing is
/// read from its servers. [loop thread]
class Outgoing {
 public:
  /// All must outlive it.
  Outgoing(jsonrpc::Peer& peer, Backend& backend, Host& host)
      : peer_(peer), backend_(backend), limits_(host.limits()) {}

  void respond(const jsonrpc::ReplyTarget& target, Message&& response) {
    peer_.respond(target, std::move(response));
    check_backlog();
  }
  void respond_error(const jsonrpc::ReplyTarget& target, int code, std::string_view message, const Json& data = {}) {
    peer_.respond_error(target, code, message, data);
    check_backlog();
  }
  void notify(Message&& notification) {
    peer_.notify(std::move(notification));
    check_backlog();
  }

  /// The client has read what it was sent.
  void handle_drained() {
    if (std::exchange(servers_are_paused_, false)) backend_.pause_servers(false);
  }

  [[nodiscard]] jsonrpc::Peer& peer() { return peer_; }

 private:
  void check_backlog() {
    if (servers_are_paused_ || !peer_.has_backlog_over(limits_.client_backlog_bytes)) return;
    servers_are_paused_ = true;
    backend_.pause_servers(true);
  }

  jsonrpc::Peer& peer_;
  Backend& backend_;
  const Limits& limits_;
  bool servers_are_paused_ = false;
};

}  // namespace workbench::clients
