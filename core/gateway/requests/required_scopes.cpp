#include "gateway/requests/required_scopes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

template <typename Entries>
auto find_named(const Entries& entries, const std::string& name) {
  return std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
}

std::string name_of(const ToolIdentifier& what) {
  if (!what.tool.empty()) return "The tool '" + what.tool + "' of server '" + what.server + "'";
  if (!what.server.empty()) return "The server '" + what.server + "' of toolbox '" + what.toolbox + "'";
  return "The toolbox '" + what.toolbox + "'";
}

}  // namespace

bool has_scope(const Scopes& granted, const std::string& scope) {
  return std::find(granted.begin(), granted.end(), scope) != granted.end();
}

void add_scopes(const Scopes& scopes, Scopes& all) {
  for (const std::string& scope : scopes) {
    if (!has_scope(all, scope)) all.push_back(scope);
  }
}

Scopes all_required_scopes(const config::ToolboxEntry& toolbox) {
  Scopes all = toolbox.required_scopes;
  for (const config::ServerEntry& server : toolbox.servers) {
    add_scopes(server.required_scopes, all);
    for (const config::ToolEntry& tool : server.tools) add_scopes(tool.required_scopes, all);
  }
  return all;
}

Scopes required_scopes(const config::ToolboxEntry& toolbox, const ToolIdentifier& what) {
  Scopes all = toolbox.required_scopes;
  const auto server = find_named(toolbox.servers, what.server);
  if (server == toolbox.servers.end()) return all;
  add_scopes(server->required_scopes, all);
  // By the server's own name as well: until its list is known, a call by that name is passed on.
  for (const config::ToolEntry& tool : server->tools) {
    if (tool.shown_name() == what.tool || tool.own_name == what.tool) add_scopes(tool.required_scopes, all);
  }
  return all;
}

std::optional<Error> refuse_without_scopes(const config::ToolboxEntry& toolbox, const ToolIdentifier& what,
                                           const Scopes& granted) {
  Scopes needed = required_scopes(toolbox, what);
  Scopes missing;
  for (const std::string& scope : needed) {
    if (!has_scope(granted, scope)) missing.push_back(scope);
  }
  if (missing.empty()) return std::nullopt;
  std::string text =
      name_of(what) + " requires scopes that the client's authorization does not grant: " + base::listed(missing);
  return Error{ErrorKind::forbidden, std::move(text), std::move(needed)};
}

// Most callers are not limited by scopes, and pay nothing for it.
std::optional<Error> refuse_without_scopes(const ToolboxSet& toolboxes, const ToolIdentifier& what,
                                           const Scopes* granted) {
  if (granted == nullptr) return std::nullopt;
  const Toolbox* const toolbox = toolboxes.find(what.toolbox);
  if (toolbox == nullptr) return std::nullopt;
  return refuse_without_scopes(toolbox->entry(), what, *granted);
}

std::optional<Error> refuse_weaker(const ToolboxSet& toolboxes, const Scopes* former, const Scopes* present) {
  if (present == nullptr) return std::nullopt;
  Scopes needed;
  for (const auto& toolbox : toolboxes.all()) add_scopes(all_required_scopes(toolbox->entry()), needed);
  if (former != nullptr) {
    std::erase_if(needed, [&](const std::string& scope) { return !has_scope(*former, scope); });
  }
  Scopes missing = needed;
  std::erase_if(missing, [&](const std::string& scope) { return has_scope(*present, scope); });
  if (missing.empty()) return std::nullopt;
  return Error{
      ErrorKind::forbidden,
      "requestState: the request was begun with an authorization that grants more; missing: " + base::listed(missing),
      std::move(needed)};
}

}  // namespace workbench::gateway
