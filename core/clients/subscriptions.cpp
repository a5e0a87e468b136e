#include "clients/subscriptions.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/results.hpp"

namespace workbench::clients {
namespace {

using protocol::declares;

/// An object of `members` (`"uri":"x:y"`, or none) and the `_meta` that names the subscription.
Json tagged(std::string_view members, const jsonrpc::Id& id) {
  JsonWriter writer(members.size() + 96);
  writer.object().raw_items(members);
  writer.key("_meta").object().key(protocol::kSubscriptionId).raw(id.raw()).end().end();
  return std::move(writer).json();
}

}  // namespace

void Subscriptions::add(const jsonrpc::ReplyTarget& target, const Json& filter, const Json& capabilities) {
  Subscription subscription;
  subscription.id = target.id;
  subscription.number = ++last_number_;
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    const Json asked_for = json::member(filter, flag.member);
    if (asked_for.text() == "true" && declares(capabilities, flag.capability, "listChanged")) {
      subscription.methods.insert(flag.method);
    }
  }
  const Json uris = json::member(filter, "resourceSubscriptions");
  subscription.has_uris = !uris.is_absent() && declares(capabilities, "resources", "subscribe");
  if (subscription.has_uris) {
    // The acknowledgement names what is honoured, which need not be all that was asked for.
    const std::size_t room = quota_.room_for_watched();
    for (json::ElementReader element(uris.text()); subscription.uris.size() < room && element.next();) {
      const Json uri = uris.part(element.value());
      if (uri.text().size() > RequestQuota::kMaxUri) continue;
      subscription.uris.insert(json::characters(uri));
    }
  }
  quota_.add_subscription(subscription.uris.size());
  subscription.awaited = subscription.uris.size();
  const std::set<std::string> awaited = subscription.uris;
  const std::uint64_t number = subscription.number;
  subscriptions_.push_back(std::move(subscription));
  if (awaited.empty()) return acknowledge(subscriptions_.back());
  for (const std::string& uri : awaited) {
    watched_.update_and_await(uri, target.scopes, [this, number, uri](const Response& response) {
      handle_answer(number, uri, std::holds_alternative<Json>(response));
    });
  }
}

void Subscriptions::handle_answer(std::uint64_t number, const std::string& uri, bool is_granted) {
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(),
                                  [&](const Subscription& one) { return one.number == number; });
  if (found == subscriptions_.end()) return;  // it was cancelled
  if (!is_granted) {
    found->uris.erase(uri);
    quota_.remove_watched();
    watched_.update();
  }
  if (--found->awaited == 0) acknowledge(*found);
}

// "The notifications field in the acknowledgment reflects the subset the server agreed to honor", and nothing is sent
// on the subscription before it ("basic/patterns/subscriptions", Acknowledgment).
void Subscriptions::acknowledge(const Subscription& subscription) {
  JsonWriter honoured;
  honoured.key("notifications").object();
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    if (subscription.methods.count(flag.method) > 0) honoured.member(flag.member, true);
  }
  if (subscription.has_uris) {
    honoured.key("resourceSubscriptions").array();
    for (const std::string& uri : subscription.uris) honoured.string(uri);
    honoured.end();
  }
  honoured.end();
  send(subscription, "notifications/subscriptions/acknowledged", honoured.text());
}

bool Subscriptions::cancel(const jsonrpc::Id& id) {
  const std::size_t removed = std::erase_if(subscriptions_, [&](const Subscription& one) {
    if (one.id != id) return false;
    quota_.remove_subscription(one.uris.size());
    return true;
  });
  return removed > 0;
}

void Subscriptions::close() {
  for (const Subscription& one : std::exchange(subscriptions_, {})) {
    quota_.remove_subscription(one.uris.size());
    outgoing_.respond({one.id, nullptr},
                      protocol::write_modern_result(one.id, "subscriptions/listen", tagged({}, one.id)));
  }
}

void Subscriptions::notify(const protocol::ListChanged& changed) {
  const std::string_view method = protocol::list_changed_method(changed.kind);
  for (const Subscription& one : subscriptions_) {
    if (one.awaited == 0 && one.methods.count(method) > 0) send(one, method, {});
  }
}

void Subscriptions::notify(const protocol::ResourceUpdated& updated) {
  JsonWriter members;
  members.member("uri", updated.uri);
  for (const Subscription& one : subscriptions_) {
    if (one.awaited == 0 && protocol::is_subscribed(one.uris, updated.uri))
      send(one, "notifications/resources/updated", members.text());
  }
}

std::set<std::string> Subscriptions::uris() const {
  std::set<std::string> all;
  for (const Subscription& one : subscriptions_) all.insert(one.uris.begin(), one.uris.end());
  return all;
}

void Subscriptions::send(const Subscription& subscription, std::string_view method, std::string_view members) {
  Message message = jsonrpc::write_notification(method, tagged(members, subscription.id));
  message.related_request = subscription.id.raw();
  outgoing_.notify(std::move(message));
}

}  // namespace workbench::clients
