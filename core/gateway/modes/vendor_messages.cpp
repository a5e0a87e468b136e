#include "gateway/modes/vendor_messages.hpp"

#include <string>
#include <utility>
#include <vector>

#include "gateway/forwarded_request.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::gateway {
namespace {

/// `com.acme/search` is the beginning of `com.acme/search/start` and of itself, not of `com.acme/searches`.
bool begins_with_name(std::string_view method, std::string_view name) {
  return method.starts_with(name) && (method.size() == name.size() || method[name.size()] == '/');
}

bool declares_method(const servers::Server& server, std::string_view method) {
  constexpr std::string_view kNotifications = "notifications/";
  if (method.starts_with(kNotifications)) method.remove_prefix(kNotifications.size());
  for (const std::string_view kind : {"extensions", "experimental"}) {
    for (const JsonMember& declared : json::members(server.catalog().capability(kind))) {
      if (begins_with_name(method, declared.key)) return true;
    }
  }
  return false;
}

}  // namespace

Result<servers::Server*> VendorMessages::find_meant(std::string_view method) const {
  std::vector<servers::Server*> all;
  std::vector<servers::Server*> declaring;
  servers_.for_each([&](const Toolbox&, servers::Server& server) {
    all.push_back(&server);
    if (declares_method(server, method)) declaring.push_back(&server);
  });
  if (all.size() == 1) return all.front();
  if (declaring.size() == 1) return declaring.front();
  std::string text = "Method not found: " + std::string(method);
  if (all.size() > 1) {
    text.append("; it is not one of MCP, and ").append(declaring.empty() ? "none" : "more than one");
    text.append(" of the servers behind the workbench declares an extension or experimental capability of that name");
  }
  return Error{ErrorKind::not_found, std::move(text)};
}

void VendorMessages::forward(std::string_view method, const Json& params, clients::OwnedRequest request) const {
  const auto server = find_meant(method);
  if (!server) {
    const std::string& text = server.error().message;
    return request->error({jsonrpc::error_object(jsonrpc::kMethodNotFound, text), text});
  }
  std::string members = json::members_without(
      params, [](std::string_view key) { return key == "_meta" || key == "inputResponses" || key == "requestState"; });
  ForwardedRequest::send(**server, {std::string(method), std::move(members)}, std::move(request));
}

void VendorMessages::notify(std::string_view method, const Json& params) const {
  const auto server = find_meant(method);
  if (!server) return;
  if (*waiting_ >= kMaxWaiting) return;
  ++*waiting_;
  // As text, because the message that the params are a part of would be kept meanwhile.
  Message notification = jsonrpc::write_notification(method, params);
  (*server)->when_ready(
      [waiting = waiting_, notification = std::move(notification)](const Result<servers::ServerRun*>& ready) mutable {
        --*waiting;
        if (ready) (*ready)->connection().notify_if_read(std::move(notification));
      });
}

}  // namespace workbench::gateway
