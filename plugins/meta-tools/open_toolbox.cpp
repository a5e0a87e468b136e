#include "open_toolbox.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "input.hpp"
#include "toolbox_listing.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::ToolboxSummary;
using workbench::ToolCall;
using workbench::ToolResult;

namespace {

std::string described(const workbench::Workbench& workbench) {
  std::string text =
      "Opens a toolbox: starts its MCP servers and returns their tools with descriptions and input schemas, to be "
      "called with use_tool. Opening it again costs nothing. The toolboxes are:";
  const auto toolboxes = workbench.toolboxes();
  for (const ToolboxSummary& toolbox : toolboxes) {
    text.append("\n- ").append(toolbox.name).append(": ").append(toolbox.description);
    text.append(" (").append(std::to_string(toolbox.server_count));
    text.append(toolbox.server_count == 1 ? " server)" : " servers)");
  }
  if (toolboxes.empty()) text.append(" none (the configuration has no toolbox)");
  return text;
}

/// The members of a progress notification.
std::string progress(std::size_t settled, std::size_t total, const std::string& server,
                     const workbench::JsonAccess& json) {
  return "\"progress\":" + std::to_string(settled) + ",\"total\":" + std::to_string(total) +
         ",\"message\":" + json.quoted(server);
}

bool is_reached(const OpenedServer& server) {
  return !server.failure.has_value() || server.is_starting;
}

std::string all_failures(const OpenedToolbox& toolbox) {
  std::string lines;
  for (const OpenedServer& server : toolbox.servers) {
    if (!lines.empty()) lines += '\n';
    lines.append(connection_failure(toolbox, server));
  }
  return lines;
}

}  // namespace

Json OpenToolbox::definition(const workbench::Workbench& workbench, const workbench::JsonAccess& json) const {
  return Json(
      "{\"name\":\"open_toolbox\",\"title\":\"Open a toolbox\",\"description\":" + json.quoted(described(workbench)) +
      ",\"inputSchema\":{\"type\":\"object\",\"required\":[\"toolbox_name\"],\"properties\":{\"toolbox_name\":{"
      "\"type\":\"string\",\"minLength\":1,\"description\":\"Name of the toolbox to open\"}},"
      "\"additionalProperties\":false},\"annotations\":{\"title\":\"Open a toolbox\",\"readOnlyHint\":true,"
      "\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}}");
}

void OpenToolbox::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"toolbox_name"});
  const std::string name = input.name("toolbox_name");
  input.refuse_other_keys();
  if (input.error()) return call.reply(ToolResult::error(*input.error()));

  workbench::Workbench& workbench = call.workbench();
  const auto opening = std::make_shared<ToolCall>(std::move(call));
  workbench.open_toolbox(
      name,
      [opening, &json](std::size_t settled, std::size_t total, const std::string& server) {
        opening->caller().report_progress(progress(settled, total, server, json));
      },
      [this, opening](workbench::Workbench::Opened opened) { answer(std::move(*opening), std::move(opened)); });
}

void OpenToolbox::answer(ToolCall call, workbench::Workbench::Opened opened) {
  if (!opened) return call.reply(ToolResult::error(opened.error().message));
  const std::shared_ptr<const OpenedToolbox>& toolbox = *opened;
  const auto& servers = toolbox->servers;
  if (!servers.empty() && std::none_of(servers.begin(), servers.end(), is_reached)) {
    return call.reply(ToolResult::error(all_failures(*toolbox)));
  }
  Written& written = written_[toolbox->name];
  if (written.state.lock() != toolbox) {
    const workbench::JsonAccess& json = call.host().json();
    std::string object = write_listing(*toolbox, json);
    std::string quoted = json.quoted(object);
    written = {toolbox, Json(std::move(object)), Json(std::move(quoted))};
  }
  call.reply(ToolResult::structured(written.object, written.quoted));
}

}  // namespace meta_tools
