#include "gateway/exposure/client_toolboxes.hpp"

#include <algorithm>
#include <utility>

#include "base/exception_scope.hpp"
#include "base/text.hpp"
#include "gateway/exposure/instructions.hpp"
#include "gateway/exposure/native_names.hpp"
#include "gateway/requests/login_round.hpp"
#include "gateway/requests/required_scopes.hpp"
#include "gateway/requests/tool_lookup.hpp"
#include "registry/plugin_scope.hpp"

namespace workbench::gateway {
namespace {

/// The toolbox with the reasons why it may lack some of these tools.
void show_with_reasons(Toolbox& toolbox, const std::vector<ToolIdentifier>& tools,
                       MoveOnlyFunction<void(Toolboxes::Opened)> done) {
  when_reasons_known(toolbox, tools, [&toolbox, done = std::move(done)]() mutable { done(toolbox.snapshot()); });
}

}  // namespace

// --- the toolboxes ---------------------------------------------------------------------------------------------------

std::vector<ToolboxSummary> ClientToolboxes::summaries() const {
  std::vector<ToolboxSummary> summaries;
  for (const auto& toolbox : toolboxes_.all()) {
    if (toolbox->entry().is_disabled) continue;
    ToolboxSummary& summary = summaries.emplace_back();
    summary.name = toolbox->name();
    summary.description = toolbox->description();
    summary.is_open = toolbox->is_open();
    for (const auto& server : toolbox->servers()) {
      summary.servers.push_back(server->name());
      summary.health.push_back(server->status().health());
    }
    if (!toolbox->shows_instructions()) continue;
    toolbox->recall();
    for (const auto& server : toolbox->servers()) {
      const std::string& text = server->catalog().instructions();
      if (!text.empty()) summary.instructions.push_back({server->name(), text});
    }
  }
  return summaries;
}

std::string ClientToolboxes::describe_toolboxes(std::size_t max_bytes) const {
  constexpr std::string_view kLister = "list_toolboxes";
  return toolbox_lines(summaries(), max_bytes, has_meta_tool(kLister) ? kLister : std::string_view());
}

std::optional<std::string> ClientToolboxes::native_name(const ToolIdentifier& tool, const Caller& caller) const {
  if (toolboxes_.tool_mode() != config::ToolMode::dynamic || caller.identity().is_modern) return std::nullopt;
  const ClientProfile& client = profile_of(caller.identity().client_info);
  if (!client.handles_list_changed) return std::nullopt;
  return registered_name(tool, client.tool_name_bytes);
}

std::optional<KnownTool> ClientToolboxes::find_tool(const ToolIdentifier& tool) const {
  Toolbox* const toolbox = toolboxes_.find(tool.toolbox);
  if (toolbox == nullptr) return std::nullopt;
  toolbox->recall();
  const servers::Server* const server = toolbox->find_server(tool.server);
  const Tool* const found = server == nullptr ? nullptr : server->catalog().find_tool(tool.tool);
  if (found == nullptr) return std::nullopt;
  return KnownTool{tool, *found, toolbox->is_open(), {}};
}

std::string ClientToolboxes::shown_name(const ToolIdentifier& tool, const Toolbox& toolbox,
                                        const Caller& caller) const {
  if (toolboxes_.is_pinned(tool)) {
    return registered_name(tool, profile_of(caller.identity().client_info).tool_name_bytes);
  }
  return toolbox.is_open() ? native_name(tool, caller).value_or("") : std::string();
}

// Lists that may be kept no longer are requested again for the next time, since this one cannot wait.
std::vector<KnownTool> ClientToolboxes::list_known_tools(const Caller* caller) const {
  for (const auto& toolbox : toolboxes_.all()) {
    toolbox->recall();
    if (caller != nullptr) toolbox->when_current([] {});
  }
  std::vector<KnownTool> known;
  for (const auto& toolbox : toolboxes_.all()) {
    for (const auto& server : toolbox->servers()) {
      for (const Tool& tool : server->catalog().tools()) {
        ToolIdentifier identifier{toolbox->name(), server->name(), tool.name};
        std::string native = caller == nullptr ? std::string() : shown_name(identifier, *toolbox, *caller);
        known.push_back({std::move(identifier), tool, toolbox->is_open(), std::move(native)});
      }
    }
  }
  return known;
}

// --- opening and closing ---------------------------------------------------------------------------------------------

std::optional<Error> ClientToolboxes::refuse(std::string_view toolbox, const Caller& caller) const {
  return refuse_without_scopes(toolboxes_, {std::string(toolbox), {}, {}}, caller.scopes().get());
}

void ClientToolboxes::look_into_toolbox(std::string_view name, std::vector<ToolIdentifier> tools, const Caller& caller,
                                        MoveOnlyFunction<void(Opened)> done) {
  done = base::guarded(std::move(done));
  if (auto refusal = refuse(name, caller)) return done(*std::move(refusal));
  const Result<Toolbox*> toolbox = find_usable(toolboxes_, name, caller);
  if (!toolbox) return done(toolbox.error());
  Toolbox* const found = *toolbox;
  if (!found->is_opening()) {
    return found->when_current([found, tools = std::move(tools), done = std::move(done)]() mutable {
      show_with_reasons(*found, tools, std::move(done));
    });
  }
  auto opened = [found, tools = std::move(tools), done = std::move(done)](Opened outcome) mutable {
    if (!outcome) return done(std::move(outcome));
    show_with_reasons(*found, tools, std::move(done));
  };
  found->open({}, std::move(opened), Toolbox::Retry::when_due, Toolbox::Wanted::catalogs);
}

void ClientToolboxes::open_toolbox(std::string_view name, const Caller& caller, Opening progress,
                                   MoveOnlyFunction<void(Opened)> done) {
  progress = base::guarded(std::move(progress));
  done = base::guarded(std::move(done));
  Toolbox* const toolbox = toolboxes_.find(name);
  if (toolbox == nullptr) {
    return done(Error{ErrorKind::not_found,
                      "Toolbox '" + std::string(name) +
                          "' not found in configuration; the toolboxes are: " + base::listed(toolboxes_.names())});
  }
  if (auto refusal = refuse(name, caller)) return done(*std::move(refusal));
  toolboxes_.record_opening_by_client();
  // open_toolbox starts the servers by its contract. In dynamic mode the client then calls tools that it sees itself.
  const bool is_dynamic = toolboxes_.tool_mode() == config::ToolMode::dynamic;
  toolbox->open(std::move(progress), std::move(done), Toolbox::Retry::all,
                is_dynamic ? Toolbox::Wanted::catalogs : Toolbox::Wanted::runs);
}

void ClientToolboxes::log_in(std::string_view name, Caller& caller, MoveOnlyFunction<void(bool)> done) {
  done = base::guarded(std::move(done));
  const Toolbox* const toolbox = toolboxes_.find(name);
  if (toolbox == nullptr || refuse(name, caller)) return done(false);
  const auto& servers = toolbox->servers();
  const auto found = std::find_if(servers.begin(), servers.end(), [&](const auto& server) {
    const auto failure = server->status().failure();
    return failure && failure->kind == ErrorKind::login_required && LoginRound::is_possible(*server, caller) &&
           !refuse_without_scopes(toolboxes_, {std::string(name), server->name(), {}}, caller.scopes().get());
  });
  if (found == servers.end()) return done(false);
  LoginRound::run((*found)->lease(), caller,
                  [done = std::move(done)](const Result<void>& outcome) mutable { done(static_cast<bool>(outcome)); });
}

void ClientToolboxes::close_toolbox(std::string_view name, const Caller& caller,
                                    MoveOnlyFunction<void(Result<void>)> done) {
  done = base::guarded(std::move(done));
  if (caller.identity().is_modern) {
    return done(Error{ErrorKind::busy, "Toolbox '" + std::string(name) +
                                           "' is not closed: other clients use the same servers, which end by "
                                           "themselves when they have not been called for a while "
                                           "(limits.idleServer)"});
  }
  Toolbox* const toolbox = toolboxes_.find(name);
  if (toolbox == nullptr || !(toolbox->is_open() || toolbox->is_opening())) {
    const std::string hint =
        toolbox != nullptr ? " among the open ones" : "; the toolboxes are: " + base::listed(toolboxes_.names());
    return done(Error{ErrorKind::not_found, "Toolbox '" + std::string(name) + "' not found" + hint});
  }
  toolboxes_.close_toolbox(*toolbox, [done = std::move(done)]() mutable { done({}); });
}

// --- calls -----------------------------------------------------------------------------------------------------------

void ClientToolboxes::call_tool(ToolIdentifier tool, Json arguments, ToolCall call) {
  const registry::PluginScope::HostEntry entry;
  parts_.pipeline.send(gateway::tool_call(std::move(tool), std::move(arguments), detail::extract_request(call),
                                          CallStyle::by_meta_tool));
}

// --- policies --------------------------------------------------------------------------------------------------------

ToolPolicy ClientToolboxes::policy_of(const ToolIdentifier& tool) const {
  Toolbox* const toolbox = toolboxes_.find(tool.toolbox);
  const ServerPolicy* const policy = toolbox == nullptr ? nullptr : toolbox->find_policy(tool.server);
  if (policy == nullptr) return {};
  toolbox->recall();
  return policy->of_tool(tool.tool, toolbox->find_server(tool.server)->catalog());
}

ToolPolicy ClientToolboxes::policy_of(std::string_view toolbox, std::string_view server, std::string_view name) const {
  const Toolbox* const found = toolboxes_.find(toolbox);
  const ServerPolicy* const policy = found == nullptr ? nullptr : found->find_policy(server);
  return policy == nullptr ? ToolPolicy() : policy->of_request(name);
}

}  // namespace workbench::gateway
