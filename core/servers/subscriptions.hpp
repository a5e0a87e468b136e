#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>

#include "protocol/listing.hpp"
#include "protocol/revision.hpp"
#include "servers/connection.hpp"

namespace workbench::servers {

/// What a server is asked to notify us of: changes of its lists and of resources. A legacy server notifies of lists
/// unasked, and each resource is subscribed to ("server/resources", section Subscriptions); a modern one gets one
/// `subscriptions/listen` for everything ("basic/patterns/subscriptions"). [loop thread]
class Subscriptions {
 public:
  /// `capabilities` are the server's; it is asked for nothing that they do not declare. `limit` is for the response to
  /// one request. `missed` is called when the server listens again after the subscription had ended: what has changed
  /// meanwhile is not known. `host` and `connection` must outlive this.
  Subscriptions(Host& host, std::string source, ServerConnection& connection, protocol::Revision revision,
                const Json& capabilities, std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed);
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;

  void start();

  /// The resources whose updates the server is to notify of, and no others.
  void watch(std::set<std::string> uris);
  [[nodiscard]] const std::set<std::string>& uris() const { return uris_; }

  /// Whether the server notifies of changes of this list.
  [[nodiscard]] bool covers(protocol::ListKind kind) const { return lists_.find(kind) != lists_.end(); }

  /// The server has acknowledged the `subscriptions/listen` request of this id.
  void handle_acknowledgement(std::uint64_t id);

 private:
  void listen();
  void handle_end(std::uint64_t id, const Response& response);
  void listen_again_later();
  [[nodiscard]] Json filter() const;
  void send(std::string_view method, const std::string& uri);

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const protocol::Revision revision_;
  const std::chrono::milliseconds limit_;
  std::set<protocol::ListKind> lists_;
  bool has_resource_subscriptions_ = false;
  std::set<std::string> uris_;
  MoveOnlyFunction<void()> missed_;
  std::uint64_t listen_id_ = 0;    // 0: no `subscriptions/listen` is open
  bool was_acknowledged_ = false;  // one of them was, once
  bool may_have_missed_ = false;   // there was a time without a subscription
  std::chrono::steady_clock::time_point begun_;
  std::chrono::milliseconds pause_{0};  // before the latest attempt; 0: there was none
  EventLoop::Timer listen_timer_;
};

}  // namespace workbench::servers
