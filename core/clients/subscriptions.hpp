#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>

#include "clients/backend.hpp"
#include "clients/outgoing.hpp"
#include "clients/request_quota.hpp"
#include "clients/watched_resources.hpp"
#include "jsonrpc/batch.hpp"
#include "jsonrpc/id.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {

/// The open `subscriptions/listen` requests of one client ("basic/patterns/subscriptions"). Each receives what it asked
/// for, tagged with its id. [loop thread]
class Subscriptions {
 public:
  /// Bytes of an id, as it was written: it is kept as long as the subscription, and is in each of its notifications.
  static constexpr std::size_t kMaxId = 1024;

  /// All must outlive it.
  Subscriptions(Outgoing& outgoing, RequestQuota& quota, WatchedResources& watched, Backend& backend)
      : outgoing_(outgoing), quota_(quota), watched_(watched), backend_(backend) {}

  /// busy: no room for another one; see RequestQuota.
  [[nodiscard]] Result<void> admit() { return quota_.admit_subscription(); }

  /// Adds one and acknowledges it, with as much of `filter` (a valid SubscriptionFilter) as our `capabilities` include,
  /// and with the resources of which their servers notify: it waits for the servers' answers, if there are resources in
  /// it. It has the tasks that the client may see (SEP-2663, Task Status Notifications).
  void add(const jsonrpc::ReplyTarget& target, const Json& filter, const Json& capabilities);

  /// Ends the subscription of this id without a response, because its client cancelled it. False: there is none.
  bool cancel(const jsonrpc::Id& id);

  /// Ends all, each with its result.
  void close();

  void notify(const protocol::ListChanged& changed);
  void notify(const protocol::ResourceUpdated& updated);

  /// All resources that are subscribed to.
  [[nodiscard]] std::set<std::string> uris() const;

 private:
  struct Subscription {
    jsonrpc::ReplyTarget target;  // without its batch, which must not wait for it
    std::uint64_t number = 0;     // which of all: a client may use an id again
    bool has_uris = false;
    std::set<std::string_view> methods;  // of the flags
    std::set<std::string> uris;
    std::size_t awaited = 0;  // of the URIs; it is acknowledged when it is 0
    bool has_tasks = false;
    std::set<std::string> tasks = {};  // that it asks for; once it is acknowledged, those that it gets
    std::vector<std::unique_ptr<EventLoop::Subscription>> watches = {};  // of the tasks
    [[nodiscard]] std::size_t watched() const { return uris.size() + tasks.size(); }
  };

  void handle_answer(std::uint64_t number, const std::string& uri, bool is_granted);
  [[nodiscard]] Subscription* find(std::uint64_t number);
  /// The strings of an array, as many as there is room for.
  [[nodiscard]] std::set<std::string> admitted(const Json& array, std::size_t room) const;
  void acknowledge(Subscription& subscription);
  void watch_tasks(Subscription& subscription);

  void notify(const Subscription& subscription, const Json& detailed_task);
  /// `members` of the params, to which the tag is added; may be empty.
  void send(const Subscription& subscription, std::string_view method, std::string_view members);

  Outgoing& outgoing_;
  RequestQuota& quota_;
  WatchedResources& watched_;
  Backend& backend_;
  std::vector<Subscription> subscriptions_;
  std::uint64_t last_number_ = 0;
};

}  // namespace workbench::clients
