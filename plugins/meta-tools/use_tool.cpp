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

constexpr const char* kDefinition = R"json({
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

/// The input does not have the right shape: `error` says how. It is carried out all the same if it can mean one thing
/// only.
void call_loosely(ToolCall call, const std::string& error) {
  const workbench::JsonAccess& json = call.host().json();
  workbench::Toolboxes& toolboxes = call.toolboxes();
  if (toolboxes.is_strict_about_input()) return call.result(ToolResult::error(error));
  auto understood = read_loose_call(call.arguments(), toolboxes, json);
  if (!understood) {
    const std::string& what = understood.error().message.empty() ? error : understood.error().message;
    return call.result(ToolResult::error(what + "; write " + right_shape(call.arguments(), toolboxes, json)));
  }
  call.host().log(workbench::LogLevel::debug, "use_tool",
                  "understood an input that is not of the right shape: " + error);
  toolboxes.call_tool(understood->tool, std::move(understood->arguments), std::move(call));
}

}  // namespace

Json UseTool::definition(const workbench::Toolboxes&, const workbench::ClientProfile&,
                         const workbench::JsonAccess&) const {
  return on_one_line(kDefinition);
}

void UseTool::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"tool", "arguments"});
  const Json tool = input.object("tool");
  if (tool.is_absent()) input.fail("Invalid parameters: tool: Expected object, received undefined");

  const auto wanted = read_identifier(tool, "tool", json);
  if (!wanted) input.fail(wanted.error().message);

  Json arguments = input.object("arguments");
  input.refuse_other_keys();
  if (input.error()) return call_loosely(std::move(call), *input.error());

  workbench::Toolboxes& toolboxes = call.toolboxes();
  toolboxes.call_tool(*wanted, std::move(arguments), std::move(call));
}

}  // namespace meta_tools
