#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>

#include "protocol/revision.hpp"
#include "servers/connection.hpp"

namespace workbench::servers {

/// What a server is asked to tell of by itself: changes of its lists and of resources. In the legacy era lists are
/// told of unasked, and each resource is subscribed to ("server/resources", section Subscriptions); in the modern
/// era one `subscriptions/listen` says it all ("basic/patterns/subscriptions"). [loop thread]
class ServerListen {
 public:
  /// `capabilities` are the server's; it is asked for nothing that they do not offer. `limit` is for an answer to a
  /// single request. `missed` is called when the server listens again after it, or what lies between, had ended the
  /// listening: what it would have told meanwhile is not known. `host` and `connection` must outlive this.
  ServerListen(Host& host, std::string source, ServerConnection& connection, protocol::Revision revision,
               const Json& capabilities, std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed);
  ServerListen(const ServerListen&) = delete;
  ServerListen& operator=(const ServerListen&) = delete;

  void start();

  /// The resources of whose changes the server should tell from now on.
  void watch(std::set<std::string> uris);
  [[nodiscard]] const std::set<std::string>& watched() const { return watched_; }

  /// Whether the server tells of changes of this list.
  [[nodiscard]] bool hears_of(protocol::ListKind kind) const { return lists_.find(kind) != lists_.end(); }

 private:
  class Request;

  void listen();
  void record_acknowledgement();
  void handle_end(std::uint64_t id, const Response& how);
  void listen_again_later();
  [[nodiscard]] std::string filter() const;
  void subscribe(std::string_view method, const std::string& uri);

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const protocol::Revision revision_;
  const std::chrono::milliseconds limit_;
  std::set<protocol::ListKind> lists_;  // of whose changes the server tells
  bool has_subscriptions_ = false;
  std::set<std::string> watched_;
  MoveOnlyFunction<void()> missed_;
  std::uint64_t listen_id_ = 0;  // 0: no listen request is open
  bool is_known_to_listen_ = false;
  bool has_missed_ = false;  // perhaps: it was not listened to for a while
  std::chrono::steady_clock::time_point begun_;
  std::chrono::milliseconds pause_{0};  // before the latest attempt; 0: there was none
  EventLoop::Timer again_;
};

}  // namespace workbench::servers
