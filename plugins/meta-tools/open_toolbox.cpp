#include "open_toolbox.hpp"

#include <algorithm>
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

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string::npos;
}

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

bool is_reached(const OpenedServer& server) {
  return !server.failure.has_value();
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
  Input input(call.host().json(), call.arguments(), "", {"toolbox_name"});
  const std::string name = input.characters("toolbox_name");
  if (is_blank(name)) input.fail("Invalid parameters: toolbox_name cannot be empty");
  input.refuse_other_keys();
  if (input.error()) return call.reply(ToolResult::error(*input.error()));

  workbench::Workbench& workbench = call.workbench();
  workbench.open_toolbox(name, [this, call = std::move(call)](workbench::Workbench::Opened opened) mutable {
    answer(std::move(call), std::move(opened));
  });
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
