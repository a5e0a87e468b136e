#include "meta_tools.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "description_request.hpp"
#include "input.hpp"
#include "lean/first_sentence.hpp"
#include "tool_descriptions.hpp"

namespace meta_tools {

using workbench::ClientProfile;
using workbench::Json;
using workbench::OpenedServer;
using workbench::OpenedToolbox;
using workbench::Tool;
using workbench::Toolboxes;
using workbench::ToolCall;
using workbench::ToolIdentifier;
using workbench::ToolResult;

namespace {

constexpr const char* kDescribeTools = R"json({
"name":"describe_tools",
"title":"Describe tools",
"description":"Returns whole definitions with output schemas and annotations: of tools by name or a server's, all or after one. For what open_toolbox left out. Shortest: signature (TypeScript).",
"inputSchema":{
"type":"object",
"properties":{
"tools":{"type":"array","items":{"type":"object","required":["toolbox","server","tool"],"properties":{
"toolbox":{"type":"string"},"server":{"type":"string"},"tool":{"type":"string"}}}},
"toolbox":{"type":"string"},
"server":{"type":"string"},
"after":{"type":"string"},
"format":{"type":"string","enum":["json","signature"],"default":"json"}
},
"additionalProperties":false
},
"annotations":{"title":"Describe tools","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

/// The length at which an error cuts its list of existing names.
constexpr std::size_t kMaxListedBytes = 200;

/// Further errors are only counted.
constexpr std::size_t kMaxErrors = 5;

/// One call: waits for the toolboxes, finds the tools in them and answers. Owned by the callbacks of the toolboxes.
class Lookup : public std::enable_shared_from_this<Lookup> {
 public:
  Lookup(ToolCall call, DescriptionRequest request) : call_(std::move(call)), request_(std::move(request)) {}

  void start() {
    call_->caller().on_cancel([weak = weak_from_this()](const Json&) {
      if (const auto cancelled = weak.lock()) cancelled->cancel();
    });
    std::set<std::string> names;
    for (const ToolIdentifier& requested : request_.tools) names.insert(requested.toolbox);
    awaited_ = names.size();
    for (const std::string& name : names) {
      if (!call_) return;
      call_->toolboxes().look_into_toolbox(
          name, request_.tools, call_->caller(),
          [self = shared_from_this(), name](auto opened) { self->add(name, std::move(opened)); });
    }
  }

 private:
  void cancel() {
    call_.reset();
    request_ = {};
    toolboxes_.clear();
  }

  void add(const std::string& name, Toolboxes::Opened opened) {
    if (!call_) return;
    if (!opened && opened.error().kind == workbench::ErrorKind::forbidden) {
      return std::exchange(call_, {})->fail(opened.error());
    }
    if (opened) {
      toolboxes_.emplace(name, *std::move(opened));
    } else {
      add_error(opened.error().message);
    }
    if (--awaited_ == 0) answer();
  }

  void answer() {
    std::set<std::array<std::string_view, 3>> seen;
    for (const ToolIdentifier& requested : request_.tools) {
      if (seen.insert({requested.toolbox, requested.server, requested.tool}).second) find(requested);
    }
    found_.of = request_.of();
    if (errors_left_out_ > 0) found_.errors.push_back("and " + std::to_string(errors_left_out_) + " more");
    if (found_.tools.empty() && !found_.errors.empty()) return call_->result(ToolResult::error(all_errors()));
    const ClientProfile& client = call_->toolboxes().profile_of(call_->caller().identity().client_info);
    const auto write = request_.as_signatures ? as_signatures : as_json;
    call_->result(ToolResult::text(write(found_, client.result_budget(), call_->host().json())));
  }

  void find(const ToolIdentifier& requested) {
    const auto toolbox = toolboxes_.find(requested.toolbox);
    if (toolbox == toolboxes_.end()) return;
    bool is_found = requested.server.empty();
    for (const OpenedServer& server : toolbox->second->servers) {
      if (!requested.server.empty() && server.name != requested.server) continue;
      is_found = true;
      if (requested.tool.empty()) {
        add_tools(server, requested.toolbox);
      } else {
        add_tool(server, requested);
      }
    }
    if (is_found) return;
    if (!has_room_for_error()) return;
    add_error("Server '" + requested.server + "' not found in toolbox '" + requested.toolbox +
              "'; its servers are: " + listed(toolbox->second->servers));
  }

  /// All tools of a server, or those after the one that the request names.
  void add_tools(const OpenedServer& server, const std::string& toolbox) {
    auto next = server.tools.begin();
    if (!request_.after.empty()) {
      next = std::find_if(next, server.tools.end(), [&](const Tool& tool) { return tool.name == request_.after; });
      if (next == server.tools.end()) return add_tool(server, {toolbox, server.name, request_.after});
      ++next;
    } else if (!server.instructions.empty()) {
      found_.instructions.emplace_back(toolbox + "/" + server.name, server.instructions);
    }
    for (; next != server.tools.end(); ++next) found_.tools.push_back({{toolbox, server.name, next->name}, &*next});
    if (server.failure || server.is_starting) {
      add_error("Server '" + server.name + "' of toolbox '" + toolbox + "' has no tools" + reason_for(server));
    }
  }

  void add_tool(const OpenedServer& server, const ToolIdentifier& requested) {
    std::map<std::string_view, const Tool*>& by_name = tools_by_name_[&server];
    if (by_name.empty()) {
      for (const Tool& tool : server.tools) by_name.emplace(tool.name, &tool);
    }
    const auto tool = by_name.find(requested.tool);
    if (tool != by_name.end()) return found_.tools.push_back({requested, tool->second});
    if (!has_room_for_error()) return;
    add_error("Tool '" + requested.tool + "' not found in server '" + server.name + "' (toolbox '" + requested.toolbox +
              "')" + why_missing(server, requested.tool));
  }

  static std::string why_missing(const OpenedServer& server, const std::string& tool) {
    const auto withheld = std::find_if(server.withheld.begin(), server.withheld.end(), [&](const auto& item) {
      return item.kind == workbench::CatalogItemKind::tool && item.name == tool;
    });
    if (withheld != server.withheld.end()) return "; it is withheld: " + withheld->reason;
    return server.tools.empty() ? reason_for(server) : "; its tools are: " + listed(server.tools);
  }

  /// False: one more error, whose text need not be written, is counted.
  [[nodiscard]] bool has_room_for_error() {
    if (found_.errors.size() < kMaxErrors) return true;
    ++errors_left_out_;
    return false;
  }

  void add_error(std::string text) {
    if (has_room_for_error()) found_.errors.push_back(std::move(text));
  }

  /// The names of servers or tools, as far as they are shown.
  template <typename Named>
  static std::string listed(const std::vector<Named>& all) {
    std::string text;
    for (const Named& one : all) {
      text.append(text.empty() ? "" : ", ").append(one.name);
      if (text.size() > kMaxListedBytes) break;
    }
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

  std::optional<ToolCall> call_;  // absent once cancelled
  DescriptionRequest request_;
  std::map<std::string, std::shared_ptr<const OpenedToolbox>> toolboxes_;
  std::map<const OpenedServer*, std::map<std::string_view, const Tool*>> tools_by_name_;
  std::size_t awaited_ = 0;
  std::size_t errors_left_out_ = 0;
  Descriptions found_;
};

}  // namespace

Json DescribeTools::definition(const Toolboxes&, const ClientProfile&) const {
  return definition_from(kDescribeTools);
}

void DescribeTools::call(ToolCall call) {
  auto request = read_description_request(call.arguments(), call.toolboxes(), call.host().json());
  if (!request) return call.result(ToolResult::error(request.error().message));
  std::make_shared<Lookup>(std::move(call), *std::move(request))->start();
}

}  // namespace meta_tools
