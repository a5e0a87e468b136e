#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <workbench/host.hpp>
#include <workbench/message.hpp>

#include "base/process_limits.hpp"
#include "base/visible_text.hpp"
#include "clients/backend.hpp"
#include "jsonrpc/peer.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::clients {

/// Sends to one client, with back pressure: while the client has more unread than limits.clientBacklogBytes, nothing is
/// read from it and from its servers, until it has read everything. Servers that it shares with others are not paused:
/// of what they send, progress and log messages are dropped then, and large responses beyond the size of one message
/// are replaced by errors. [loop thread]
class Outgoing {
 public:
  /// All must outlive it.
  Outgoing(jsonrpc::Peer& peer, Backend& backend, Host& host)
      : peer_(peer), backend_(backend), limits_(base::process_limits(host)) {}

  void respond(const jsonrpc::ReplyTarget& target, Message&& response) {
    if (is_paused_ && response.size() >= kLargeResponse && peer_.backlog() > max_unread()) {
      response = unread_error(target);
    }
    peer_.respond(target, std::move(response));
    check_backlog();
  }
  /// Hidden characters in `message`, which may repeat what the client has sent, are written out.
  void respond_error(const jsonrpc::ReplyTarget& target, int code, std::string_view message, const Json& data = {}) {
    peer_.respond_error(target, code, base::visible_text(message), data);
    check_backlog();
  }
  void notify(Message&& notification) {
    peer_.notify(std::move(notification));
    check_backlog();
  }
  /// The same for a message whose loss does no harm to the client: progress, or a log message.
  void notify_if_read(Message&& notification) {
    if (is_paused_ && peer_.has_backlog_over(2 * limits_.client_backlog_bytes)) return;
    notify(std::move(notification));
  }

  /// The client has read everything that it was sent.
  void handle_drained() {
    if (!std::exchange(is_paused_, false)) return;
    backend_.pause_servers(false);
    peer_.pause_reading(false);
  }

  [[nodiscard]] jsonrpc::Peer& peer() { return peer_; }

 private:
  static constexpr std::size_t kLargeResponse = 4096;

  /// More cannot be waiting here if all servers of the client are its own.
  [[nodiscard]] std::size_t max_unread() const {
    return std::max(limits_.message_bytes, limits_.client_backlog_bytes) + limits_.client_backlog_bytes;
  }

  [[nodiscard]] static Message unread_error(const jsonrpc::ReplyTarget& target) {
    return jsonrpc::write_error(target.id, jsonrpc::kInternalError,
                                "The response is dropped, because the client does not read what it was sent before "
                                "(limits.clientBacklogBytes, limits.messageBytes)");
  }

  void check_backlog() {
    if (is_paused_ || !peer_.has_backlog_over(limits_.client_backlog_bytes)) return;
    is_paused_ = true;
    backend_.pause_servers(true);
    peer_.pause_reading(true);
  }

  jsonrpc::Peer& peer_;
  Backend& backend_;
  const base::ProcessLimits& limits_;
  bool is_paused_ = false;  ///< its servers, and reading from it
};

}  // namespace workbench::clients
