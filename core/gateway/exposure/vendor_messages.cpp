#include "gateway/exposure/vendor_messages.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateway/requests/required_scopes.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::gateway {
namespace {

/// About what a notification that waits costs besides its text.
constexpr std::size_t kOverhead = 512;

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

std::optional<Error> refuse(const Toolbox& toolbox, const servers::Server& server, const Scopes* scopes) {
  if (scopes == nullptr) return std::nullopt;
  return refuse_without_scopes(toolbox.entry(), {toolbox.name(), server.name(), {}}, *scopes);
}

}  // namespace

Result<VendorMessages::Meant> VendorMessages::find_meant(std::string_view method) const {
  std::vector<Meant> all;
  std::vector<Meant> declaring;
  servers_.for_each([&](const Toolbox& toolbox, servers::Server& server) {
    all.push_back({&toolbox, &server});
    if (declares_method(server, method)) declaring.push_back({&toolbox, &server});
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
  const auto meant = find_meant(method);
  if (!meant) {
    const std::string& text = meant.error().message;
    return request->error({jsonrpc::error_object(jsonrpc::kMethodNotFound, text), text});
  }
  std::string members = json::members_without(params, protocol::is_written_for_server);
  pipeline_.send(request_to_server(method, {meant->toolbox->name(), meant->server->name(), {}}, std::move(members),
                                   std::move(request)));
}

void VendorMessages::notify(std::string_view method, const Json& params, const Scopes* scopes) const {
  const auto meant = find_meant(method);
  if (!meant || refuse(*meant->toolbox, *meant->server, scopes)) return;
  if (servers::ServerRun* const run = meant->server->ready_run()) {
    return run->connection().notify_if_read(jsonrpc::write_notification(method, params));
  }
  const std::size_t bytes = kOverhead + method.size() + params.text().size();
  if (*waiting_bytes_ + bytes > kMaxWaitingBytes) return;
  *waiting_bytes_ += bytes;
  // A copy, because a part would keep the whole message alive.
  Json kept = params.is_absent() ? Json() : Json(std::string(params.text()));
  meant->server->when_ready([waiting_bytes = waiting_bytes_, bytes, method = std::string(method),
                             params = std::move(kept)](const Result<servers::ServerRun*>& ready) {
    *waiting_bytes -= bytes;
    if (ready) (*ready)->connection().notify_if_read(jsonrpc::write_notification(method, params));
  });
}

}  // namespace workbench::gateway
