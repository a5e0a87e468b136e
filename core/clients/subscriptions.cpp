#include "clients/subscriptions.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "json/reader.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/results.hpp"
#include "protocol/tasks.hpp"

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
  subscription.target = target;
  subscription.target.batch.reset();
  subscription.number = ++last_number_;
  for (const protocol::SubscriptionFlag& flag : protocol::kSubscriptionFlags) {
    const Json asked_for = json::member(filter, flag.member);
    if (asked_for.text() == "true" && declares(capabilities, flag.capability, "listChanged")) {
      subscription.methods.insert(flag.method);
    }
  }
  const Json uris = json::member(filter, "resourceSubscriptions");
  subscription.has_uris = uris.kind() == JsonKind::array && declares(capabilities, "resources", "subscribe");
  const std::size_t room = quota_.room_for_watched();
  if (subscription.has_uris) subscription.uris = admitted(uris, room);
  const Json tasks = json::member(filter, "taskIds");
  subscription.has_tasks = tasks.kind() == JsonKind::array && protocol::has_tasks_extension(capabilities);
  if (subscription.has_tasks) subscription.tasks = admitted(tasks, room - subscription.uris.size());
  quota_.add_subscription(subscription.watched());
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

// The acknowledgement names what is honoured, which need not be all that was asked for.
std::set<std::string> Subscriptions::admitted(const Json& array, std::size_t room) const {
  std::set<std::string> names;
  for (json::ElementReader element(array.text()); names.size() < room && element.next();) {
    const Json name = array.part(element.value());
    if (name.kind() != JsonKind::string || name.text().size() > RequestQuota::kMaxUri) continue;
    names.insert(json::characters(name));
  }
  return names;
}

Subscriptions::Subscription* Subscriptions::find(std::uint64_t number) {
  const auto found = std::find_if(subscriptions_.begin(), subscriptions_.end(),
                                  [&](const Subscription& one) { return one.number == number; });
  return found == subscriptions_.end() ? nullptr : &*found;
}

void Subscriptions::handle_answer(std::uint64_t number, const std::string& uri, bool is_granted) {
  Subscription* const found = find(number);
  if (found == nullptr) return;  // it was cancelled
  if (!is_granted) {
    found->uris.erase(uri);
    quota_.remove_watched();
    watched_.update();
  }
  if (--found->awaited == 0) acknowledge(*found);
}

// "The notifications field in the acknowledgment reflects the subset the server agreed to honor", and nothing is sent
// on the subscription before it ("basic/patterns/subscriptions", Acknowledgment).
void Subscriptions::acknowledge(Subscription& subscription) {
  watch_tasks(subscription);
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
  if (subscription.has_tasks) {
    honoured.key("taskIds").array();
    for (const std::string& id : subscription.tasks) honoured.string(id);
    honoured.end();
  }
  honoured.end();
  send(subscription, "notifications/subscriptions/acknowledged", honoured.text());
}

void Subscriptions::watch_tasks(Subscription& subscription) {
  std::set<std::string> watched;
  for (const std::string& id : subscription.tasks) {
    auto watch = backend_.watch_task(id, subscription.target.scopes.get(),
                                     [this, number = subscription.number](const Json& detailed_task) {
                                       if (const Subscription* const one = find(number)) notify(*one, detailed_task);
                                     });
    if (watch == nullptr) {
      quota_.remove_watched();
      continue;
    }
    subscription.watches.push_back(std::move(watch));
    watched.insert(id);
  }
  subscription.tasks = std::move(watched);
}

bool Subscriptions::cancel(const jsonrpc::Id& id) {
  const std::size_t removed = std::erase_if(subscriptions_, [&](const Subscription& one) {
    if (one.target.id != id) return false;
    quota_.remove_subscription(one.watched());
    return true;
  });
  return removed > 0;
}

void Subscriptions::close() {
  for (const Subscription& one : std::exchange(subscriptions_, {})) {
    quota_.remove_subscription(one.watched());
    const jsonrpc::Id& id = one.target.id;
    outgoing_.respond(one.target, protocol::write_modern_result(id, "subscriptions/listen", tagged({}, id)));
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

void Subscriptions::notify(const Subscription& subscription, const Json& detailed_task) {
  send(subscription, "notifications/tasks",
       json::members_without(detailed_task, [](std::string_view key) { return key == "_meta"; }));
}

std::set<std::string> Subscriptions::uris() const {
  std::set<std::string> all;
  for (const Subscription& one : subscriptions_) all.insert(one.uris.begin(), one.uris.end());
  return all;
}

void Subscriptions::send(const Subscription& subscription, std::string_view method, std::string_view members) {
  Message message = jsonrpc::write_notification(method, tagged(members, subscription.target.id));
  message.related_request = subscription.target.related_request();
  outgoing_.notify(std::move(message));
}

}  // namespace workbench::clients
