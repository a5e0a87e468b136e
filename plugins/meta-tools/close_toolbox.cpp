#include "meta_tools.hpp"

#include <string>
#include <utility>

#include "input.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::Result;
using workbench::ToolCall;
using workbench::ToolResult;

Json CloseToolbox::definition(const workbench::Toolboxes&, const workbench::ClientProfile&,
                              const workbench::JsonAccess&) const {
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
  if (input.error()) return call.reply(ToolResult::error(*input.error()));

  workbench::Toolboxes& toolboxes = call.toolboxes();
  toolboxes.close_toolbox(name, [&json, name, call = std::move(call)](const Result<void>& closed) mutable {
    if (!closed) return call.reply(ToolResult::error(closed.error().message));
    std::string object = "{\"toolbox\":" + json.quoted(name) + ",\"closed\":true}";
    Json quoted(json.quoted(object));
    call.reply(ToolResult::structured(Json(std::move(object)), std::move(quoted)));
  });
}

}  // namespace meta_tools
