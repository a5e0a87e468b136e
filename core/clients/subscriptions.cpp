#include "clients/subscriptions.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/compat/modern_result.hpp"

namespace workbench::clients {
namespace {

constexpr std::string_view kSubscriptionId = "io.modelcontextprotocol/subscriptionId";

struct ListFilter {
  protocol::ListKind kind;
  std::string_view capability;
  std::string_view member;  // of a SubscriptionFilter
};
constexpr std::array kListFilters{ListFilter{protocol::ListKind::tools, "tools", "toolsListChanged"},
                                  ListFilter{protocol::ListKind::prompts, "prompts", "promptsListChanged"},
                                  ListFilter{protocol::ListKind::resources, "resources", "resourcesListChanged"}};

bool is_true(const Json& object, std::string_view name) {
  const Json value = json::member(object, name);
  return value.text() == "true";
}

std::string tag(const jsonrpc::Id& id) {
  return "\"_meta\":{\"" + std::string(kSubscriptionId) + "\":" + id.raw() + "}";
}

}  // namespace

void ClientListens::begin(const jsonrpc::Id& id, const Json& filter, const Json& capabilities, const JsonAccess& json) {
  Listen listen{id, {}, {}};
  std::string honoured;
  for (const ListFilter& list : kListFilters) {
    if (!is_true(filter, list.member) || !is_true(json::member(capabilities, list.capability), "listChanged")) continue;
    listen.lists.insert(list.kind);
    honoured.append(honoured.empty() ? "\"" : ",\"").append(list.member).append("\":true");
  }
  const auto uris = json.elements(json::member(filter, "resourceSubscriptions"));
  if (uris && is_true(json::member(capabilities, "resources"), "subscribe")) {
    std::string listed;
    for (const Json& uri : *uris) {
      if (uri.kind() != JsonKind::string || !listen.uris.insert(json::characters(uri)).second) continue;
      listed.append(listed.empty() ? "" : ",").append(uri.text());
    }
    honoured.append(honoured.empty() ? "" : ",").append("\"resourceSubscriptions\":[").append(listed).append("]");
  }
  listens_.push_back(std::move(listen));
  send_tagged(listens_.back(), "notifications/subscriptions/acknowledged", "\"notifications\":{" + honoured + "},");
}

bool ClientListens::cancel(const jsonrpc::Id& id) {
  return std::erase_if(listens_, [&](const Listen& listen) { return listen.id == id; }) > 0;
}

void ClientListens::end() {
  for (const Listen& listen : std::exchange(listens_, {})) {
    send_(protocol::write_modern_result(listen.id, "subscriptions/listen", Json("{" + tag(listen.id) + "}")));
  }
}

void ClientListens::list_changed(protocol::ListKind kind) {
  const protocol::ListKind listened =
      kind == protocol::ListKind::resource_templates ? protocol::ListKind::resources : kind;
  for (const Listen& listen : listens_) {
    if (listen.lists.find(listened) != listen.lists.end()) send_tagged(listen, changed_method(kind), {});
  }
}

void ClientListens::resource_updated(const std::string& uri, const Json& params) {
  const Json raw = json::member(params, "uri");
  for (const Listen& listen : listens_) {
    if (listen.uris.find(uri) == listen.uris.end()) continue;
    send_tagged(listen, "notifications/resources/updated", "\"uri\":" + std::string(raw.text()) + ",");
  }
}

std::set<std::string> ClientListens::watched() const {
  std::set<std::string> all;
  for (const Listen& listen : listens_) all.insert(listen.uris.begin(), listen.uris.end());
  return all;
}

void ClientListens::send_tagged(const Listen& listen, std::string_view method, const std::string& members) {
  Message message = jsonrpc::begin_notification(method);
  message.append("{").append(members).append(tag(listen.id)).append("}}");
  message.related_request = listen.id.raw();
  send_(std::move(message));
}

std::string_view changed_method(protocol::ListKind kind) {
  switch (kind) {
    case protocol::ListKind::tools: return "notifications/tools/list_changed";
    case protocol::ListKind::prompts: return "notifications/prompts/list_changed";
    case protocol::ListKind::resources:
    case protocol::ListKind::resource_templates: return "notifications/resources/list_changed";
  }
  return {};
}

}  // namespace workbench::clients
