#include "workbench/bench.hpp"

#include <algorithm>
#include <utility>

#include "workbench/countdown.hpp"
#include "workbench/words.hpp"

namespace workbench {
namespace {

/// The texts of the contract go first; what helps to mend the call follows.
std::string toolbox_not_open(std::string_view name, bool is_configured, const std::vector<std::string>& known) {
  const std::string text = "Toolbox '" + std::string(name) + "' not found";
  if (is_configured) return text + " among the open ones; open it first with open_toolbox";
  return text + "; the toolboxes are: " + listed(known);
}

std::string server_not_found(const ToolIdentifier& tool, const Toolbox& toolbox) {
  std::vector<std::string> names;
  for (const auto& server : toolbox.servers()) names.push_back(server->name());
  return "Server '" + tool.server + "' not found in toolbox '" + tool.toolbox + "'; its servers are: " + listed(names);
}

std::string tool_not_found(const ToolIdentifier& tool, const Server& server) {
  std::vector<std::string> names;
  for (const Tool& known : server.tools()) names.push_back(known.name);
  return "Tool '" + tool.tool + "' not found in server '" + tool.server + "' (toolbox '" + tool.toolbox +
         "'); its tools are: " + listed(names);
}

}  // namespace

Result<std::unique_ptr<Bench>> Bench::from(const WorkbenchConfig& config, const Registry& registry, Host& host) {
  std::unique_ptr<Bench> bench(new Bench());
  for (const ToolboxEntry& entry : config.toolboxes) {
    auto toolbox = Toolbox::from(entry, registry, host);
    if (!toolbox) return toolbox.error();
    bench->toolboxes_.push_back(*std::move(toolbox));
  }
  return bench;
}

std::vector<ToolboxSummary> Bench::toolboxes() const {
  std::vector<ToolboxSummary> summaries;
  for (const auto& toolbox : toolboxes_) {
    summaries.push_back({toolbox->name(), toolbox->description(), toolbox->servers().size(), toolbox->is_open()});
  }
  return summaries;
}

void Bench::open_toolbox(std::string_view name, MoveOnlyFunction<void(Opened)> done) {
  Toolbox* toolbox = find_toolbox(name);
  if (toolbox == nullptr) {
    return done(Error{ErrorKind::not_found,
                      "Toolbox '" + std::string(name) +
                          "' not found in configuration; the toolboxes are: " + listed(toolbox_names(), 1000)});
  }
  toolbox->open(
      [done = std::move(done)](std::shared_ptr<const OpenedToolbox> opened) mutable { done(std::move(opened)); });
}

void Bench::call_tool(const ToolIdentifier& tool, Json arguments, ToolCall call) {
  const Toolbox* toolbox = find_toolbox(tool.toolbox);
  if (toolbox == nullptr || !toolbox->is_open()) {
    return call.reply(ToolResult::error(toolbox_not_open(tool.toolbox, toolbox != nullptr, toolbox_names())));
  }
  Server* server = toolbox->find_server(tool.server);
  if (server == nullptr) return call.reply(ToolResult::error(server_not_found(tool, *toolbox)));
  // A server that could not be reached has told no tools yet: the call tries to start it, and says why it cannot.
  const bool is_unknown = server->tools().empty() && server->failure().has_value();
  if (!is_unknown && !server->has_tool(tool.tool)) return call.reply(ToolResult::error(tool_not_found(tool, *server)));
  server->call(tool, std::move(arguments), std::move(call));
}

void Bench::pause_servers(bool paused) {
  for (const auto& toolbox : toolboxes_) toolbox->pause_servers(paused);
}

void Bench::close(MoveOnlyFunction<void()> closed) {
  const Countdown one_gone(toolboxes_.size() + 1, std::move(closed));
  for (const auto& toolbox : toolboxes_) toolbox->close(one_gone);
  one_gone();
}

Toolbox* Bench::find_toolbox(std::string_view name) const {
  const auto found =
      std::find_if(toolboxes_.begin(), toolboxes_.end(), [&](const auto& toolbox) { return toolbox->name() == name; });
  return found == toolboxes_.end() ? nullptr : found->get();
}

std::vector<std::string> Bench::toolbox_names() const {
  std::vector<std::string> names;
  for (const auto& toolbox : toolboxes_) names.push_back(toolbox->name());
  return names;
}

}  // namespace workbench
