#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>

#include "protocol/listing.hpp"
#include "protocol/revision.hpp"
#include "servers/connection.hpp"

namespace workbench::servers {

/// The notifications that a server is asked for: changes of its lists and of resources. A legacy server notifies of
/// lists unasked, and each resource is subscribed to ("server/resources", section Subscriptions); a modern one gets one
/// `subscriptions/listen` for everything ("basic/patterns/subscriptions"). [loop thread]
class ServerSubscriptions {
 public:
  /// `capabilities` are the server's; it is asked for nothing that they do not declare. `limit` is for the response to
  /// one request. `missed` is called when the server listens again after the subscription had ended, or refuses to:
  /// changes in the meantime are not known. `host` and `connection` must outlive this.
  ServerSubscriptions(Host& host, std::string source, ServerConnection& connection, protocol::Revision revision,
                      const Json& capabilities, std::chrono::milliseconds limit, MoveOnlyFunction<void()> missed);
  ServerSubscriptions(const ServerSubscriptions&) = delete;
  ServerSubscriptions& operator=(const ServerSubscriptions&) = delete;
  ~ServerSubscriptions();

  void start();

  /// The resources whose updates the server is to notify of, and no others.
  void watch(std::set<std::string> uris);
  [[nodiscard]] const std::set<std::string>& uris() const { return uris_; }

  /// Whether the server notifies of the updates of `uri`, one of uris(): `done` is called once, perhaps at once, with
  /// an object, with the server's error, or with why there is no answer. A refused resource is requested again. If
  /// `uri` is not (any more) among them: the same about the end of its notifications.
  void when_watched(const std::string& uri, MoveOnlyFunction<void(Response)> done);

  /// Whether the server notifies of changes of this list.
  [[nodiscard]] bool covers(protocol::ListKind kind) const {
    return methods_.count(protocol::list_changed_method(kind)) > 0;
  }
  /// The same at this moment: a modern server notifies of what it has acknowledged, as long as it listens. Before its
  /// acknowledgement it is believed to.
  [[nodiscard]] bool notifies_of(protocol::ListKind kind) const {
    if (!covers(kind)) return false;
    return !is_modern(revision_) || (listen_id_ != 0 && refused_.count(protocol::list_changed_method(kind)) == 0);
  }

  /// The server has acknowledged the `subscriptions/listen` request of this id, with this SubscriptionFilter; absent:
  /// it has named none, and honours what it was asked for.
  void handle_acknowledgement(std::uint64_t id, const Json& granted);

  /// The server has cancelled the request of this id, which may be another one than the open `subscriptions/listen`:
  /// the same as its response. `reason`: a string, or absent.
  void handle_cancellation(std::uint64_t id, const Json& reason);

 private:
  void listen();
  void handle_end(std::uint64_t id, const Response& response);
  void listen_again_later();
  void handle_refusal(const std::string& why);
  [[nodiscard]] Json filter() const;
  void subscribe(const std::string& uri);
  void unsubscribe(const std::string& uri);
  void finish_unsubscription(const std::string& uri, const Response& response);
  void send(std::string_view method, const std::string& uri, MoveOnlyFunction<void(const Response&)> done);
  void handle_answer(const std::string& uri, const Response& response);
  void answer(const std::string& uri, const Response& response);
  void answer_all(const Response& response);

  Host& host_;
  const std::string source_;
  ServerConnection& connection_;
  const protocol::Revision revision_;
  const std::chrono::milliseconds limit_;
  std::set<std::string_view> methods_;  // of the flags of a SubscriptionFilter that the server declares
  std::set<std::string_view> refused_;  // of them: those that the latest acknowledgement leaves out
  bool has_resource_subscriptions_ = false;
  std::set<std::string> uris_;
  std::set<std::string> granted_;                                         // of them: the server notifies of these
  std::multiset<std::string> sent_;                                       // `resources/subscribe` without an answer
  std::multimap<std::string, MoveOnlyFunction<void(Response)>> waiting_;  // by URI
  /// By URI: the callbacks that wait for the answer to `resources/unsubscribe`, which was sent.
  std::map<std::string, std::vector<MoveOnlyFunction<void(Response)>>> leaving_;
  EventLoop::Timer waiting_timer_;  // of a modern server
  MoveOnlyFunction<void()> missed_;
  std::uint64_t listen_id_ = 0;    // 0: no `subscriptions/listen` is open
  bool is_acknowledged_ = false;   // listen_id_ is
  bool was_acknowledged_ = false;  // one of them was, once
  bool may_have_missed_ = false;   // there was a time without a subscription
  std::chrono::steady_clock::time_point begun_;
  std::chrono::milliseconds pause_{0};  // before the latest attempt; 0: there was none
  EventLoop::Timer listen_timer_;
};

}  // namespace workbench::servers
