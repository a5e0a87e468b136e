#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "clients/outgoing.hpp"
#include "clients/request_quota.hpp"
#include "jsonrpc/id.hpp"
#include "protocol/notification.hpp"

namespace workbench::clients {

/// The open `subscriptions/listen` requests of one client ("basic/patterns/subscriptions"). Each receives what it asked
/// for, tagged with its id. [loop thread]
class Subscriptions {
 public:
  /// Bytes of an id, as it was written: it is kept as long as the subscription, and is in each of its notifications.
  static constexpr std::size_t kMaxId = 1024;

  /// Both must outlive it.
  Subscriptions(Outgoing& outgoing, RequestQuota& quota) : outgoing_(outgoing), quota_(quota) {}

  /// busy: there is no room for one more; see RequestQuota.
  [[nodiscard]] Result<void> admit() { return quota_.admit_subscription(); }

  /// Adds one and acknowledges it, with as much of `filter` (a SubscriptionFilter) as our `capabilities` include.
  void add(const jsonrpc::Id& id, const Json& filter, const Json& capabilities, const JsonAccess& json);

  /// Ends one without a response, because its client cancelled it. False: there is none of this id.
  bool cancel(const jsonrpc::Id& id);

  /// Ends all, each with its result.
  void close();

  void notify(const protocol::ListChanged& changed);
  void notify(const protocol::ResourceUpdated& updated);

  /// All resources that are subscribed to.
  [[nodiscard]] std::set<std::string> uris() const;

 private:
  struct Subscription {
    jsonrpc::Id id;
    std::set<protocol::ListKind> lists;
    std::set<std::string> uris;
  };

  /// `members` of the params, to which the tag is added; may be empty.
  void send(const Subscription& subscription, std::string_view method, std::string_view members);

  Outgoing& outgoing_;
  RequestQuota& quota_;
  std::vector<Subscription> subscriptions_;
};

}  // namespace workbench::clients
