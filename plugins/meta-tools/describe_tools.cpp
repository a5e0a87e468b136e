#include "describe_tools.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "input.hpp"
#include "loose_input.hpp"
#include "tool_descriptions.hpp"

namespace meta_tools {

using workbench::ClientProfile;
using workbench::Json;
using workbench::JsonKind;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Tool;
using workbench::ToolCall;
using workbench::ToolIdentifier;
using workbench::ToolResult;
using workbench::Workbench;

namespace {

constexpr const char* kDefinition = R"json({
"name":"describe_tools",
"title":"Describe tools",
"description":"Returns whole definitions of tools, output schemas and annotations included: of the tools named, or of all tools of a server. For what open_toolbox left out. Format signature (TypeScript) is the shortest.",
"inputSchema":{
"type":"object",
"properties":{
"tools":{"type":"array","items":{"type":"object","required":["toolbox","server","tool"],"properties":{
"toolbox":{"type":"string"},"server":{"type":"string"},"tool":{"type":"string"}}}},
"toolbox":{"type":"string"},
"server":{"type":"string"},
"format":{"type":"string","enum":["json","signature"],"default":"json"}
},
"additionalProperties":false
},
"annotations":{"title":"Describe tools","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

/// What is asked for: tools by name, or whole servers.
struct Request {
  std::vector<ToolIdentifier> tools;  // an empty `tool`: all of the server; an empty `server`: all of the toolbox
  bool as_signatures = false;
};

/// Reads the array `tools`. The first that makes no sense is an error.
void read_tools(const Json& array, const Workbench& workbench, const workbench::JsonAccess& json, Input& input,
                Request& request) {
  const auto elements = json.elements(array);
  if (!elements)
    return input.fail("Invalid parameters: tools: Expected array, received " + std::string(word_for(array)));
  if (elements->empty()) return input.fail("Invalid parameters: tools cannot be empty");
  for (std::size_t index = 0; index < elements->size(); ++index) {
    const Json& element = (*elements)[index];
    const std::string path = "tools[" + std::to_string(index) + "]";
    auto tool = read_identifier(element, path, json);
    const bool is_object = element.kind() == JsonKind::object;
    if (tool && is_object) {
      request.tools.push_back(*std::move(tool));
      continue;
    }
    auto understood =
        workbench.is_strict_about_input() ? std::nullopt : read_loose_identifier(element, workbench, json);
    if (!understood) {
      const std::string error =
          is_object ? tool.error().message
                    : "Invalid parameters: " + path + ": Expected object, received " + std::string(word_for(element));
      return input.fail(error + "; write {\"toolbox\":TOOLBOX,\"server\":SERVER,\"tool\":TOOL}");
    }
    request.tools.push_back(*std::move(understood));
  }
}

Request read_request(const ToolCall& call, Input& input) {
  Request request;
  const Json tools = input.value("tools");
  const std::string toolbox = input.characters("toolbox");
  const std::string server = input.characters("server");
  const std::string format = input.characters("format");
  input.refuse_other_keys();
  if (!format.empty() && format != "json" && format != "signature") {
    input.fail("Invalid parameters: format: Expected 'json' or 'signature', received '" + format + "'");
  }
  request.as_signatures = format == "signature";
  if (!tools.is_absent()) {
    read_tools(tools, call.workbench(), call.host().json(), input, request);
  } else if (is_blank(toolbox)) {
    input.fail(
        "Invalid parameters: toolbox cannot be empty; write {\"tools\":[{\"toolbox\":TOOLBOX,\"server\":SERVER,"
        "\"tool\":TOOL}, ...]} or {\"toolbox\":TOOLBOX,\"server\":SERVER}");
  } else {
    request.tools.push_back({toolbox, server, {}});
  }
  return request;
}

/// One call, from its toolboxes to its answer. Held by those who will bring the toolboxes.
class Lookup : public std::enable_shared_from_this<Lookup> {
 public:
  Lookup(ToolCall call, Request request) : call_(std::move(call)), request_(std::move(request)) {}

  void begin() {
    for (const ToolIdentifier& wanted : request_.tools) toolboxes_.try_emplace(wanted.toolbox, nullptr);
    awaited_ = toolboxes_.size();
    std::vector<std::string> names;
    for (const auto& [name, toolbox] : toolboxes_) names.push_back(name);
    for (const std::string& name : names) {
      call_.workbench().look_into_toolbox(
          name, call_.caller(), [self = shared_from_this(), name](auto opened) { self->add(name, std::move(opened)); });
    }
  }

 private:
  void add(const std::string& name, Workbench::Opened opened) {
    if (opened) {
      toolboxes_[name] = *std::move(opened);
    } else {
      found_.errors.push_back(opened.error().message);
    }
    if (--awaited_ == 0) answer();
  }

  void answer() {
    for (const ToolIdentifier& wanted : request_.tools) find(wanted);
    if (found_.tools.empty() && !found_.errors.empty()) return call_.reply(ToolResult::error(all_errors()));
    const ClientProfile& client = call_.workbench().profile_of(call_.caller().client_info());
    const auto write = request_.as_signatures ? as_signatures : as_json;
    call_.reply(ToolResult::text(write(found_, client.result_bytes, call_.host().json())));
  }

  void find(const ToolIdentifier& wanted) {
    const auto& toolbox = toolboxes_[wanted.toolbox];
    if (toolbox == nullptr) return;
    bool is_found = wanted.server.empty();
    for (const OpenedServer& server : toolbox->servers) {
      if (!wanted.server.empty() && server.name != wanted.server) continue;
      is_found = true;
      find_in(server, wanted);
    }
    if (!is_found) {
      found_.errors.push_back("Server '" + wanted.server + "' not found in toolbox '" + wanted.toolbox + "'");
    }
  }

  void find_in(const OpenedServer& server, const ToolIdentifier& wanted) {
    const std::size_t before = found_.tools.size();
    for (const Tool& tool : server.tools) {
      if (!wanted.tool.empty() && tool.name != wanted.tool) continue;
      found_.tools.push_back({{wanted.toolbox, server.name, tool.name}, &tool});
    }
    if (wanted.tool.empty() && !server.instructions.empty()) {
      found_.instructions.emplace_back(wanted.toolbox + "/" + server.name, server.instructions);
    }
    if (!wanted.tool.empty() && found_.tools.size() == before) {
      found_.errors.push_back("Tool '" + wanted.tool + "' not found in server '" + server.name + "' (toolbox '" +
                              wanted.toolbox + "')" + reason_for(server));
    } else if (wanted.tool.empty() && (server.failure || server.is_starting)) {
      found_.errors.push_back("Server '" + server.name + "' of toolbox '" + wanted.toolbox + "' has no tools" +
                              reason_for(server));
    }
  }

  static std::string reason_for(const OpenedServer& server) {
    if (server.is_starting) return "; the server is still starting, ask again";
    return server.failure ? "; it could not be started: " + server.failure->message : std::string();
  }

  [[nodiscard]] std::string all_errors() const {
    std::string lines;
    for (const std::string& error : found_.errors) lines.append(lines.empty() ? "" : "\n").append(error);
    return lines;
  }

  ToolCall call_;
  const Request request_;
  std::map<std::string, std::shared_ptr<const OpenedToolbox>> toolboxes_;  // null: not here, or not yet
  std::size_t awaited_ = 0;
  Descriptions found_;
};

}  // namespace

Json DescribeTools::definition(const Workbench&, const ClientProfile&, const workbench::JsonAccess&) const {
  return on_one_line(kDefinition);
}

void DescribeTools::call(ToolCall call) {
  Input input(call.host().json(), call.arguments(), "", {"tools", "toolbox", "server", "format"});
  Request request = read_request(call, input);
  if (input.error()) return call.reply(ToolResult::error(*input.error()));
  std::make_shared<Lookup>(std::move(call), std::move(request))->begin();
}

}  // namespace meta_tools
