#include "meta_tools.hpp"

#include <array>
#include <string>
#include <utility>

#include "input.hpp"
#include "loose_input.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::ToolCall;
using workbench::ToolIdentifier;
using workbench::ToolResult;

namespace {

constexpr const char* kUseTool = R"json({
"name":"use_tool",
"title":"Use a tool",
"description":"Calls a tool of a toolbox that was opened with open_toolbox, and returns exactly what the tool returns. Take the identifier from the opened toolbox: toolbox is its toolbox_name, server its source_server, tool its name; arguments follow its inputSchema.",
"inputSchema":{
"type":"object",
"required":["tool"],
"properties":{
"tool":{
"type":"object",
"required":["toolbox","server","tool"],
"properties":{
"toolbox":{"type":"string","minLength":1,"description":"Name of the toolbox containing the tool"},
"server":{"type":"string","minLength":1,"description":"Name of the MCP server providing the tool"},
"tool":{"type":"string","minLength":1,"description":"Name of the tool to invoke (original downstream tool name)"}
},
"additionalProperties":false,
"description":"Structured identifier for the tool to invoke"
},
"arguments":{"type":"object","description":"Arguments to pass to the downstream tool","default":{},"additionalProperties":true}
},
"additionalProperties":false
}
})json";

/// Calls the tool although the input does not have the expected shape (`error` has the reason), if its meaning is
/// clear.
void call_loosely(ToolCall call, const std::string& error) {
  const workbench::JsonAccess& json = call.host().json();
  workbench::Toolboxes& toolboxes = call.toolboxes();
  if (toolboxes.is_strict_about_input()) return call.result(ToolResult::error(error));
  auto loose = read_loose_call(call.arguments(), toolboxes, json);
  if (!loose) {
    const std::string& what = loose.error().message.empty() ? error : loose.error().message;
    return call.result(ToolResult::error(what + "; write " + expected_shape(call.arguments(), toolboxes, json)));
  }
  call.host().log(workbench::LogLevel::debug, "use_tool",
                  "understood an input that is not of the right shape: " + error);
  toolboxes.call_tool(std::move(loose->tool), std::move(loose->arguments), std::move(call));
}

}  // namespace

Json UseTool::definition(const workbench::Toolboxes&, const workbench::ClientProfile&) const {
  return definition_from(kUseTool);
}

void UseTool::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"tool", "arguments"});
  const Json tool = input.object("tool");
  if (tool.is_absent()) input.fail("Invalid parameters: tool: Expected object, received undefined");

  auto identifier = read_identifier(tool, "tool", json);
  if (!identifier) input.fail(identifier.error().message);

  Json arguments = input.object("arguments");
  input.check_keys();
  if (input.error()) return call_loosely(std::move(call), *input.error());

  workbench::Toolboxes& toolboxes = call.toolboxes();
  toolboxes.call_tool(*std::move(identifier), std::move(arguments), std::move(call));
}

}  // namespace meta_tools
