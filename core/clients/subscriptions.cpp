#include "clients/subscriptions.hpp"

#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/results.hpp"

namespace workbench::clients {
namespace {

using protocol::ListKind;

constexpr std::string_view kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

struct ListFilter {
  ListKind kind;
  std::string_view capability;
  std::string_view member;  // of a SubscriptionFilter
};
constexpr std::array kListFilters{ListFilter{ListKind::tools, "tools", "toolsListChanged"},
                                  ListFilter{ListKind::prompts, "prompts", "promptsListChanged"},
                                  ListFilter{ListKind::resources, "resources", "resourcesListChanged"}};

bool is_true(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return value.text() == "true";
}

/// The member that ties a notification or result to its subscription.
std::string tag(const jsonrpc::Id& id) {
  return "\"_meta\":{\"" + std::string(kSubscriptionId) + "\":" + id.raw() + "}";
}

}  // namespace

void Subscriptions::add(const jsonrpc::Id& id, const Json& filter, const Json& capabilities, const JsonAccess& json) {
  Subscription subscription{id, {}, {}};
  JsonWriter honoured;
  honoured.object();
  for (const ListFilter& list : kListFilters) {
    if (!is_true(filter, list.member) || !is_true(json::member(capabilities, list.capability), "listChanged")) continue;
    subscription.lists.insert(list.kind);
    honoured.member(list.member, true);
  }
  const auto uris = json.elements(json::member(filter, "resourceSubscriptions"));
  if (uris && is_true(json::member(capabilities, "resources"), "subscribe")) {
    honoured.key("resourceSubscriptions").array();
    for (const Json& uri : *uris) {
      if (uri.kind() == JsonKind::string && subscription.uris.insert(json::characters(uri)).second) honoured.value(uri);
    }
    honoured.end();
  }
  honoured.end();
  subscriptions_.push_back(std::move(subscription));
  send(subscriptions_.back(), "notifications/subscriptions/acknowledged",
       "\"notifications\":" + std::move(honoured).take() + ",");
}

bool Subscriptions::cancel(const jsonrpc::Id& id) {
  return std::erase_if(subscriptions_, [&](const Subscription& one) { return one.id == id; }) > 0;
}

void Subscriptions::close() {
  for (const Subscription& one : std::exchange(subscriptions_, {})) {
    outgoing_.respond({one.id, nullptr},
                      protocol::write_modern_result(one.id, "subscriptions/listen", Json("{" + tag(one.id) + "}")));
  }
}

void Subscriptions::notify(const protocol::ListChanged& changed) {
  const ListKind kind = changed.kind == ListKind::resource_templates ? ListKind::resources : changed.kind;
  for (const Subscription& one : subscriptions_) {
    if (one.lists.find(kind) != one.lists.end()) send(one, protocol::list_changed_method(changed.kind), {});
  }
}

void Subscriptions::notify(const protocol::ResourceUpdated& updated) {
  for (const Subscription& one : subscriptions_) {
    if (one.uris.find(updated.uri) == one.uris.end()) continue;
    send(one, "notifications/resources/updated", "\"uri\":" + json::quoted(updated.uri) + ",");
  }
}

std::set<std::string> Subscriptions::uris() const {
  std::set<std::string> all;
  for (const Subscription& one : subscriptions_) all.insert(one.uris.begin(), one.uris.end());
  return all;
}

/// `members` are those of the params before the tag, each followed by a comma.
void Subscriptions::send(const Subscription& subscription, std::string_view method, std::string_view members) {
  Message message = jsonrpc::begin_notification(method);
  message.append("{").append(members).append(tag(subscription.id)).append("}}");
  message.related_request = subscription.id.raw();
  outgoing_.notify(std::move(message));
}

}  // namespace workbench::clients
