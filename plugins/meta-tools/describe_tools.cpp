#include "describe_tools.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input.hpp"
#include "lean/first_sentence.hpp"
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

/// More than a model can read of at once.
constexpr std::size_t kMaxTools = 1'000;

/// What follows an input that makes no sense.
constexpr std::string_view kShape =
    "; write {\"tools\":[{\"toolbox\":TOOLBOX,\"server\":SERVER,\"tool\":TOOL}, ...]} or "
    "{\"toolbox\":TOOLBOX,\"server\":SERVER}";

/// Names that an error lists of those that there are.
constexpr std::size_t kMaxListedBytes = 200;

/// Errors beyond these are counted.
constexpr std::size_t kMaxErrors = 5;

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
  if (elements->size() > kMaxTools) {
    return input.fail("Invalid parameters: tools: more than " + std::to_string(kMaxTools) +
                      "; ask for all tools of a server with {\"toolbox\":TOOLBOX,\"server\":SERVER}");
  }
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
      return input.fail(error);
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
    input.fail("Invalid parameters: toolbox cannot be empty");
  } else {
    request.tools.push_back({toolbox, server, {}});
  }
  return request;
}

/// What the input asks for if it is laid out like that of use_tool, or names the toolbox as the listing does. Absent:
/// it cannot be told.
std::optional<Request> read_loose_request(const ToolCall& call) {
  const workbench::JsonAccess& json = call.host().json();
  const auto members = json.members(call.arguments());
  if (!members) return std::nullopt;
  Request request;
  ToolIdentifier wanted;
  for (const auto& [key, value] : *members) {
    const auto text = json.characters(value);
    if (key == "format" && text && (*text == "json" || *text == "signature")) {
      request.as_signatures = *text == "signature";
    } else if ((key == "toolbox" || key == "toolbox_name") && text && wanted.toolbox.empty()) {
      wanted.toolbox = *text;
    } else if ((key == "server" || key == "source_server") && text && wanted.server.empty()) {
      wanted.server = *text;
    } else if ((key == "tool" || key == "name") && text && wanted.tool.empty()) {
      wanted.tool = *text;
    } else if (key == "tools" || key == "tool") {
      auto tool = read_loose_identifier(value, call.workbench(), json);
      if (!tool || members->size() > 2) return std::nullopt;
      wanted = *std::move(tool);
    } else {
      return std::nullopt;
    }
  }
  const bool is_path = wanted.toolbox.empty() && !wanted.tool.empty();
  if (is_path) {
    auto tool = read_loose_identifier(Json(json.quoted(wanted.tool)), call.workbench(), json);
    if (!tool) return std::nullopt;
    wanted = *std::move(tool);
  }
  if (is_blank(wanted.toolbox) || (!wanted.tool.empty() && wanted.server.empty())) return std::nullopt;
  request.tools.push_back(std::move(wanted));
  return request;
}

/// One call, from its toolboxes to its answer. Held by the callbacks that bring the toolboxes.
class Lookup : public std::enable_shared_from_this<Lookup> {
 public:
  Lookup(ToolCall call, Request request) : call_(std::move(call)), request_(std::move(request)) {}

  void begin() {
    call_->caller().on_cancel([weak = weak_from_this()](const Json&) {
      if (const auto cancelled = weak.lock()) cancelled->drop();
    });
    std::set<std::string> names;
    for (const ToolIdentifier& wanted : request_.tools) names.insert(wanted.toolbox);
    awaited_ = names.size();
    for (const std::string& name : names) {
      if (!call_) return;
      call_->workbench().look_into_toolbox(name, call_->caller(), [self = shared_from_this(), name](auto opened) {
        self->add(name, std::move(opened));
      });
    }
  }

 private:
  void drop() {
    call_.reset();
    request_ = {};
    toolboxes_.clear();
  }

  void add(const std::string& name, Workbench::Opened opened) {
    if (!call_) return;
    if (opened) {
      toolboxes_.emplace(name, *std::move(opened));
    } else {
      add_error(opened.error().message);
    }
    if (--awaited_ == 0) answer();
  }

  void answer() {
    std::set<std::array<std::string_view, 3>> seen;
    for (const ToolIdentifier& wanted : request_.tools) {
      if (seen.insert({wanted.toolbox, wanted.server, wanted.tool}).second) find(wanted);
    }
    if (errors_left_out_ > 0) found_.errors.push_back("and " + std::to_string(errors_left_out_) + " more");
    if (found_.tools.empty() && !found_.errors.empty()) return call_->reply(ToolResult::error(all_errors()));
    const ClientProfile& client = call_->workbench().profile_of(call_->caller().client_info());
    const auto write = request_.as_signatures ? as_signatures : as_json;
    call_->reply(ToolResult::text(write(found_, client.result_bytes, call_->host().json())));
  }

  void find(const ToolIdentifier& wanted) {
    const auto toolbox = toolboxes_.find(wanted.toolbox);
    if (toolbox == toolboxes_.end()) return;
    bool is_found = wanted.server.empty();
    for (const OpenedServer& server : toolbox->second->servers) {
      if (!wanted.server.empty() && server.name != wanted.server) continue;
      is_found = true;
      if (wanted.tool.empty()) {
        add_all(server, wanted.toolbox);
      } else {
        add_tool(server, wanted);
      }
    }
    if (is_found) return;
    std::vector<std::string_view> names;
    for (const OpenedServer& server : toolbox->second->servers) names.push_back(server.name);
    add_error("Server '" + wanted.server + "' not found in toolbox '" + wanted.toolbox +
              "'; its servers are: " + listed(names));
  }

  void add_all(const OpenedServer& server, const std::string& toolbox) {
    for (const Tool& tool : server.tools) found_.tools.push_back({{toolbox, server.name, tool.name}, &tool});
    if (!server.instructions.empty()) {
      found_.instructions.emplace_back(toolbox + "/" + server.name, server.instructions);
    }
    if (server.failure || server.is_starting) {
      add_error("Server '" + server.name + "' of toolbox '" + toolbox + "' has no tools" + reason_for(server));
    }
  }

  void add_tool(const OpenedServer& server, const ToolIdentifier& wanted) {
    std::map<std::string_view, const Tool*>& by_name = tools_by_name_[&server];
    if (by_name.empty()) {
      for (const Tool& tool : server.tools) by_name.emplace(tool.name, &tool);
    }
    const auto tool = by_name.find(wanted.tool);
    if (tool != by_name.end()) {
      found_.tools.push_back({wanted, tool->second});
    } else {
      std::vector<std::string_view> names;
      for (const Tool& known : server.tools) names.push_back(known.name);
      add_error("Tool '" + wanted.tool + "' not found in server '" + server.name + "' (toolbox '" + wanted.toolbox +
                "')" + (names.empty() ? reason_for(server) : "; its tools are: " + listed(names)));
    }
  }

  void add_error(std::string text) {
    if (found_.errors.size() < kMaxErrors) {
      found_.errors.push_back(std::move(text));
    } else {
      ++errors_left_out_;
    }
  }

  static std::string listed(const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
    return cut_at_word(text, kMaxListedBytes);
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

  std::optional<ToolCall> call_;  // absent: cancelled
  Request request_;
  std::map<std::string, std::shared_ptr<const OpenedToolbox>> toolboxes_;
  std::map<const OpenedServer*, std::map<std::string_view, const Tool*>> tools_by_name_;
  std::size_t awaited_ = 0;
  std::size_t errors_left_out_ = 0;
  Descriptions found_;
};

}  // namespace

Json DescribeTools::definition(const Workbench&, const ClientProfile&, const workbench::JsonAccess&) const {
  return on_one_line(kDefinition);
}

void DescribeTools::call(ToolCall call) {
  Input input(call.host().json(), call.arguments(), "", {"tools", "toolbox", "server", "format"});
  Request request = read_request(call, input);
  if (input.error() && !call.workbench().is_strict_about_input()) {
    if (auto understood = read_loose_request(call))
      return std::make_shared<Lookup>(std::move(call), *std::move(understood))->begin();
  }
  if (input.error()) return call.reply(ToolResult::error(*input.error() + std::string(kShape)));
  std::make_shared<Lookup>(std::move(call), std::move(request))->begin();
}

}  // namespace meta_tools
