#include "gateway/toolboxes.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/callback_latch.hpp"
#include "base/exception_scope.hpp"
#include "base/text.hpp"
#include "gateway/forwarded_request.hpp"
#include "gateway/native_names.hpp"
#include "gateway/tool_errors.hpp"
#include "gateway/toolbox_lines.hpp"
#include "gateway/until_cancelled.hpp"

namespace workbench::gateway {
namespace {

/// Whether it is not known which tools it has: they are being listed, or it is still starting or could not be started.
bool may_have_more_tools(const servers::Server& server) {
  const bool is_unknown = server.catalog().tools().empty() && server.failure().has_value();
  return server.is_listing_tools() || server.is_starting() || is_unknown;
}

/// A tool call whose server cannot be used yet.
struct WaitingCall {
  ToolCall call;
  Json arguments;
};

}  // namespace

Result<std::unique_ptr<Toolboxes>> Toolboxes::from(const config::Config& config, const registry::Registry& registry,
                                                   servers::ServerContext& context, SharedServers* shared,
                                                   bool strict_input) {
  std::unique_ptr<Toolboxes> bench(new Toolboxes(config, strict_input));
  for (const config::ToolboxEntry& entry : config.toolboxes) {
    auto toolbox = Toolbox::from(entry, registry, context, shared);
    if (!toolbox) return toolbox.error();
    bench->toolboxes_.push_back(*std::move(toolbox));
  }
  return bench;
}

std::vector<ToolboxSummary> Toolboxes::summaries() const {
  std::vector<ToolboxSummary> summaries;
  for (const auto& toolbox : toolboxes_) {
    std::vector<std::string> servers;
    for (const auto& server : toolbox->servers()) servers.push_back(server->name());
    summaries.push_back({toolbox->name(), toolbox->description(), std::move(servers), toolbox->is_open()});
  }
  return summaries;
}

std::string Toolboxes::describe_toolboxes(std::size_t max_bytes) const {
  constexpr std::string_view kLister = "list_toolboxes";
  return toolbox_lines(summaries(), max_bytes, has_meta_tool(kLister) ? kLister : std::string_view());
}

bool Toolboxes::has_meta_tool(std::string_view meta_tool) const {
  return std::find(meta_tools_.begin(), meta_tools_.end(), meta_tool) != meta_tools_.end();
}

std::optional<std::string> Toolboxes::native_name(const ToolIdentifier& tool, const Caller& caller) const {
  if (tool_mode_ != config::ToolMode::dynamic || caller.identity().is_modern) return std::nullopt;
  const ClientProfile& client = profile_of(caller.identity().client_info);
  if (!client.handles_list_changed) return std::nullopt;
  return registered_name(tool, client.tool_name_bytes);
}

std::vector<KnownTool> Toolboxes::known_tools(const Caller& caller) const {
  std::vector<KnownTool> known;
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        std::string native = toolbox->is_open() ? native_name(identifier, caller).value_or("") : "";
        known.push_back({std::move(identifier), tool, toolbox->is_open(), std::move(native)});
      }
    }
  }
  return known;
}

void Toolboxes::look_into_toolbox(std::string_view name, const Caller& caller, MoveOnlyFunction<void(Opened)> done) {
  done = base::guarded(std::move(done));
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox != nullptr && toolbox->is_open()) return done(toolbox->present());
  if (toolbox == nullptr || (!toolbox->is_opening() && !opens_by_use(*toolbox, caller))) {
    return done(Error{ErrorKind::not_found, toolbox_not_open(name, toolbox != nullptr, toolbox_names())});
  }
  open(*toolbox, {}, std::move(done), Toolbox::Retry::when_due);
}

bool Toolboxes::opens_by_use(const Toolbox& toolbox, const Caller& caller) const {
  return caller.identity().is_modern || toolbox.opens_by_use() || profile_of(caller.identity().client_info).is_one_shot;
}

void Toolboxes::open_toolbox(std::string_view name, Opening opening, MoveOnlyFunction<void(Opened)> done) {
  opening = base::guarded(std::move(opening));
  done = base::guarded(std::move(done));
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr) {
    return done(Error{ErrorKind::not_found,
                      "Toolbox '" + std::string(name) +
                          "' not found in configuration; the toolboxes are: " + base::listed(toolbox_names())});
  }
  open(*toolbox, std::move(opening), std::move(done), Toolbox::Retry::all);
}

// A client that acts on the answer already knows that the list of tools has changed.
void Toolboxes::open(Toolbox& toolbox, Opening opening, Toolbox::Opened opened, Toolbox::Retry retry) {
  const bool was_open = toolbox.is_open();
  toolbox.open(
      std::move(opening),
      [this, was_open, &toolbox, opened = std::move(opened)](std::shared_ptr<const OpenedToolbox> state) mutable {
        if (!was_open && toolbox.is_open()) notify_toolbox_changed();
        if (opened) opened(std::move(state));
      },
      retry);
}

void Toolboxes::close_toolbox(std::string_view name, MoveOnlyFunction<void(Result<void>)> done) {
  done = base::guarded(std::move(done));
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr || !toolbox->is_open()) {
    const std::string hint =
        toolbox != nullptr ? " among the open ones" : "; the toolboxes are: " + base::listed(toolbox_names());
    return done(Error{ErrorKind::not_found, "Toolbox '" + std::string(name) + "' not found" + hint});
  }
  toolbox->shut([this, done = std::move(done)]() mutable {
    done({});
    notify_toolbox_changed();
  });
}

void Toolboxes::notify_toolbox_changed() {
  if (toolbox_changed_) toolbox_changed_();
}

void Toolboxes::call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) {
  const registry::PluginScope::HostEntry entry;
  if (servers::Server* server = known_server_of(tool)) {  // the usual case, in which nothing waits
    return ForwardedRequest::send(*server, tool_call_for(tool, std::move(arguments), true), call.release());
  }
  Caller& caller = call.caller();
  const UntilCancelled waiting(caller, WaitingCall{std::move(call), std::move(arguments)});
  find_server_of(tool, caller, [tool, waiting](const Result<servers::Server*>& server) {
    std::optional<WaitingCall> waited = waiting.take();
    if (!waited) return;
    if (server) {
      return ForwardedRequest::send(**server, tool_call_for(tool, std::move(waited->arguments), true),
                                    waited->call.release());
    }
    waited->call.result(ToolResult::error(uncalled(tool, server.error())));
  });
}

servers::Server* Toolboxes::known_server_of(const ToolIdentifier& tool) const {
  const Toolbox* toolbox = find_toolbox(tool.toolbox);
  if (toolbox == nullptr || !toolbox->is_open()) return nullptr;
  servers::Server* server = toolbox->find_server(tool.server);
  return server != nullptr && server->catalog().has_tool(tool.tool) ? server : nullptr;
}

void Toolboxes::find_server_of(const ToolIdentifier& tool, const Caller& caller, Found found) {
  Toolbox* toolbox = find_toolbox(tool.toolbox);
  const bool is_open = toolbox != nullptr && toolbox->is_open();
  const bool opens = toolbox != nullptr && !is_open && opens_by_use(*toolbox, caller);
  if (opens) open(*toolbox, {}, {}, Toolbox::Retry::when_due);
  // One that is being opened is as good as open: models call open_toolbox and use_tool at once.
  if (is_open || opens || (toolbox != nullptr && toolbox->is_opening()))
    return find_in(*toolbox, tool, std::move(found));
  found(Error{ErrorKind::not_found, toolbox_not_open(tool.toolbox, toolbox != nullptr, toolbox_names())});
}

/// The same in a toolbox that is open, or is being opened.
void Toolboxes::find_in(Toolbox& toolbox, const ToolIdentifier& tool, Found found) {
  auto known = find_tool(toolbox, tool);
  servers::Server* server = toolbox.find_server(tool.server);
  const bool is_waited_for = !known && server != nullptr && may_have_more_tools(*server);
  if (!is_waited_for) return found(known);

  auto look_again = [this, &toolbox, tool, found = std::move(found)](const Result<void>& settled) mutable {
    if (settled) return found(find_tool(toolbox, tool));
    found(Error{ErrorKind::unavailable, connection_failure(toolbox.name(), tool.server, settled.error())});
  };
  if (server->is_listing_tools()) {
    return toolbox.when_listed(*server, [look_again = std::move(look_again)]() mutable { look_again({}); });
  }
  // In a toolbox that is being opened, a start that has failed already is not tried once more.
  if (!toolbox.is_open() && !server->is_starting()) return look_again(*server->failure());
  toolbox.when_settled(*server, std::move(look_again));
}

/// not_found, in the words of the contract.
Result<servers::Server*> Toolboxes::find_tool(Toolbox& toolbox, const ToolIdentifier& tool) const {
  servers::Server* server = toolbox.find_server(tool.server);
  std::vector<std::string> names;
  if (server == nullptr) {
    for (const auto& known : toolbox.servers()) names.push_back(known->name());
    return Error{ErrorKind::not_found, server_not_found(tool, names)};
  }
  if (server->catalog().has_tool(tool.tool)) return server;
  for (const Tool& known : server->catalog().tools()) names.push_back(known.name);
  return Error{ErrorKind::not_found, tool_not_found(tool, names)};
}

void Toolboxes::open_all(Toolbox::Retry retry, MoveOnlyFunction<void()> opened) {
  const base::CallbackLatch one_open(toolboxes_.size() + 1, std::move(opened));
  for (const auto& toolbox : toolboxes_) {
    toolbox->open(
        {}, [one_open](const std::shared_ptr<const OpenedToolbox>&) { one_open(); }, retry);
  }
  one_open();
}

bool Toolboxes::is_all_open() const {
  return std::all_of(toolboxes_.begin(), toolboxes_.end(), [](const auto& toolbox) { return toolbox->is_open(); });
}

void Toolboxes::set_log_level(std::string_view level) {
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_shared()) server->set_log_level(level);
    }
  }
}

void Toolboxes::notify_roots_changed() {
  for (const auto& toolbox : toolboxes_) {
    for (const auto& server : toolbox->servers()) {
      if (!server->is_shared()) server->notify_roots_changed();
    }
  }
}

void Toolboxes::pause_servers(bool paused) {
  for (const auto& toolbox : toolboxes_) toolbox->pause_servers(paused);
}

void Toolboxes::close(MoveOnlyFunction<void()> closed) {
  const base::CallbackLatch one_gone(toolboxes_.size() + 1, std::move(closed));
  for (const auto& toolbox : toolboxes_) toolbox->close(one_gone);
  one_gone();
}

Toolbox* Toolboxes::find_toolbox(std::string_view name) const {
  const auto found =
      std::find_if(toolboxes_.begin(), toolboxes_.end(), [&](const auto& toolbox) { return toolbox->name() == name; });
  return found == toolboxes_.end() ? nullptr : found->get();
}

std::vector<std::string> Toolboxes::toolbox_names() const {
  std::vector<std::string> names;
  for (const auto& toolbox : toolboxes_) names.push_back(toolbox->name());
  return names;
}

}  // namespace workbench::gateway
