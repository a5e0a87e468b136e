#include "gateway/requests/tool_lookup.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/callback_latch.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace workbench::gateway {
namespace {

Error server_not_found(const Toolbox& toolbox, const ToolIdentifier& tool) {
  std::vector<std::string> known;
  for (const auto& server : toolbox.servers()) known.push_back(server->name());
  return {ErrorKind::not_found, "Server '" + tool.server + "' not found in toolbox '" + tool.toolbox +
                                    "'; its servers are: " + base::listed(known)};
}

/// Whether it is not known which tools the server has.
bool may_have_more_tools(const Toolbox& toolbox, const servers::Server& server) {
  if (server.status().is_listing_tools() || server.status().is_starting() || server.status().is_remembered())
    return true;
  if (!server.catalog().tools().empty()) return false;
  // It could not be started, or the toolbox was closed and is opened again before the previous process has exited.
  return server.status().failure().has_value() || (toolbox.is_opening() && server.ready_run() == nullptr);
}

/// `Toolbox 'T' not found`, then how to open it if it `is_configured`; else the toolboxes that are. A client that
/// begins a session for each call opens it in vain: in the next session, it is closed again.
std::string toolbox_not_open(std::string_view name, bool is_configured, const ToolboxSet& toolboxes) {
  const std::string text = "Toolbox '" + std::string(name) + "' not found";
  if (!is_configured) return text + "; the toolboxes are: " + base::listed(toolboxes.names());
  const std::string closed = text + " among the open ones; open it first with open_toolbox";
  if (toolboxes.client_has_opened_any()) return closed;
  return closed +
         R"(, in the same session: a client with a session for each call needs "autoOpen": true in the toolboxes file)";
}

}  // namespace

// A toolbox that is being opened is as good as an open one: models send open_toolbox and use_tool together.
Result<Toolbox*> find_usable(const ToolboxSet& toolboxes, std::string_view name, const Caller& caller) {
  Toolbox* const toolbox = toolboxes.find(name);
  if (toolbox != nullptr && (toolbox->is_open() || toolbox->is_opening())) return toolbox;
  if (toolbox == nullptr || !toolboxes.opens_by_use(*toolbox, caller)) {
    return Error{ErrorKind::not_found, toolbox_not_open(name, toolbox != nullptr, toolboxes)};
  }
  toolbox->open(
      {}, [](const workbench::Toolboxes::Opened&) {}, Toolbox::Retry::when_due, Toolbox::Wanted::catalogs);
  return toolbox;
}

Error tool_not_found(const servers::Server& server, const ToolIdentifier& tool) {
  const std::string text =
      "Tool '" + tool.tool + "' not found in server '" + tool.server + "' (toolbox '" + tool.toolbox + "')";
  const auto* const withheld = server.catalog().reviewer().find_withheld(protocol::ListKind::tools, tool.tool);
  if (withheld != nullptr) return {ErrorKind::not_found, text + withheld_words(*withheld)};
  std::vector<std::string> known;
  for (const Tool& one : server.catalog().tools()) known.push_back(one.name);
  return {ErrorKind::not_found, text + "; its tools are: " + base::listed(known)};
}

std::string withheld_words(const servers::CatalogReviewer::Withheld& withheld) {
  return "; it is withheld by a review" + (withheld.advice.empty() ? std::string() : "; " + withheld.advice);
}

Result<servers::Server*> find_server_of(const Toolbox& toolbox, const ToolIdentifier& tool) {
  servers::Server* server = toolbox.find_server(tool.server);
  if (server == nullptr) return server_not_found(toolbox, tool);
  if (!server->catalog().has_tool(tool.tool)) return tool_not_found(*server, tool);
  return server;
}

bool lacks_tool(const Toolbox& toolbox, const ToolIdentifier& tool) {
  if (!toolbox.is_open()) return false;
  const servers::Server* const server = toolbox.find_server(tool.server);
  if (server == nullptr) return true;
  return !server->catalog().has_tool(tool.tool) && !may_have_more_tools(toolbox, *server);
}

namespace {

/// find_server_of(), for later turns of the loop.
Result<servers::ServerLease> lease_server_of(const Toolbox& toolbox, const ToolIdentifier& tool) {
  const auto server = find_server_of(toolbox, tool);
  if (!server) return server.error();
  return (*server)->lease();
}

/// Whether the server may list the tool by now, so that a review would withhold it.
bool may_be_withheld(const servers::Server& server, const std::string& tool) {
  return server.status().is_remembered() && server.catalog().reviewer().has_reviews() &&
         !server.catalog().has_tool(tool);
}

/// The servers of `toolbox` of which this is true for one of `tools`.
std::set<servers::Server*> servers_without_reasons(const Toolbox& toolbox, const std::vector<ToolIdentifier>& tools) {
  std::set<servers::Server*> servers;
  for (const ToolIdentifier& tool : tools) {
    if (tool.toolbox != toolbox.name() || tool.tool.empty()) continue;
    servers::Server* const server = toolbox.find_server(tool.server);
    if (server != nullptr && may_be_withheld(*server, tool.tool)) servers.insert(server);
  }
  return servers;
}

}  // namespace

void when_server_found(Toolbox& toolbox, ToolIdentifier tool,
                       MoveOnlyFunction<void(const Result<servers::ServerLease>&)> found) {
  servers::Server* server = toolbox.find_server(tool.server);
  const bool is_known = server == nullptr || server->catalog().has_tool(tool.tool);
  if (is_known || !may_have_more_tools(toolbox, *server)) return found(lease_server_of(toolbox, tool));

  auto look_again = [&toolbox, waited_for = server->weak_from_this(), tool = std::move(tool),
                     found = std::move(found)](const Result<void>& started) mutable {
    const servers::Server* const present = toolbox.find_server(tool.server);
    const bool is_replaced = present == nullptr || present != waited_for.lock().get();  // the configuration has changed
    if (is_replaced) return when_server_found(toolbox, std::move(tool), std::move(found));
    if (started) return found(lease_server_of(toolbox, tool));
    const ErrorKind kind = started.error().kind;
    found(Error{kind == ErrorKind::login_required ? kind : ErrorKind::unavailable,
                connection_failure(toolbox.name(), tool.server, started.error())});
  };
  if (server->status().is_listing_tools()) {
    return toolbox.when_listed(*server, [look_again = std::move(look_again)]() mutable { look_again({}); });
  }
  // The opening has just started it: a start that has failed by now is not repeated.
  const bool has_failed = server->status().failure().has_value() && !server->status().is_starting();
  if (!toolbox.is_open() && has_failed) return look_again(*server->status().failure());
  toolbox.when_started(*server, std::move(look_again));
}

void when_reasons_known(Toolbox& toolbox, const std::vector<ToolIdentifier>& tools, MoveOnlyFunction<void()> known) {
  const std::set<servers::Server*> servers = servers_without_reasons(toolbox, tools);
  const base::CallbackLatch one_started(servers.size() + 1, std::move(known));
  for (servers::Server* const server : servers) {
    toolbox.when_started(*server, [one_started](const Result<void>&) { one_started(); });
  }
  one_started();
}

std::string connection_failure(const std::string& toolbox, const std::string& server, const Error& reason) {
  std::string text = "Failed to connect to server '" + server + "' in toolbox '" + toolbox + "': " + reason.message;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return base::visible_line(text);
}

}  // namespace workbench::gateway
