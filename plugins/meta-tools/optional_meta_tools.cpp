// ListToolboxes and CloseToolbox, which are not always available.

#include "meta_tools.hpp"

#include <string>
#include <utility>

#include "input.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::Result;
using workbench::ToolboxSummary;
using workbench::ToolCall;
using workbench::ToolResult;

Json ListToolboxes::definition(const workbench::Toolboxes&, const workbench::ClientProfile&) const {
  return Json(R"({"name":"list_toolboxes","title":"List the toolboxes","description":"Lists all toolboxes with their )"
              R"(descriptions, how many MCP servers each has, and whether it is open.",)"
              R"("inputSchema":{"type":"object","properties":{},"additionalProperties":false},)"
              R"("annotations":{"title":"List the toolboxes","readOnlyHint":true,"destructiveHint":false,)"
              R"("idempotentHint":true,"openWorldHint":false}})");
}

bool ListToolboxes::is_available_by_default(const workbench::Toolboxes& toolboxes) const {
  return toolboxes.describe_toolboxes(workbench::ClientProfile::kUnlimited).size() > workbench::kToolboxesBytes;
}

void ListToolboxes::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {});
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  std::string object = "{\"toolboxes\":[";
  for (const ToolboxSummary& toolbox : call.toolboxes().summaries()) {
    if (object.back() != '[') object += ',';
    object.append("{\"name\":").append(json.quoted(toolbox.name));
    object.append(",\"description\":").append(json.quoted(toolbox.description));
    object.append(",\"servers\":").append(std::to_string(toolbox.servers.size()));
    object.append(",\"open\":").append(toolbox.is_open ? "true}" : "false}");
  }
  object.append("]}");
  Json quoted(json.quoted(object));
  call.result(ToolResult::structured(Json(std::move(object)), std::move(quoted)));
}

Json CloseToolbox::definition(const workbench::Toolboxes&, const workbench::ClientProfile&) const {
  return Json(
      R"({"name":"close_toolbox","title":"Close a toolbox","description":"Closes a toolbox that was opened with )"
      R"(open_toolbox: ends its MCP servers, and what they keep in memory with them. It can be opened again.",)"
      R"("inputSchema":{"type":"object","required":["toolbox_name"],"properties":{"toolbox_name":{"type":"string",)"
      R"("minLength":1,"description":"Name of the toolbox to close"}},"additionalProperties":false},)"
      R"("annotations":{"title":"Close a toolbox","readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,)"
      R"("openWorldHint":false}})");
}

void CloseToolbox::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"toolbox_name"});
  const std::string name = input.name("toolbox_name");
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  workbench::Toolboxes& toolboxes = call.toolboxes();
  toolboxes.close_toolbox(name, [&json, name, call = std::move(call)](const Result<void>& closed) mutable {
    if (!closed) return call.result(ToolResult::error(closed.error().message));
    std::string object = "{\"toolbox\":" + json.quoted(name) + ",\"closed\":true}";
    Json quoted(json.quoted(object));
    call.result(ToolResult::structured(Json(std::move(object)), std::move(quoted)));
  });
}

}  // namespace meta_tools
