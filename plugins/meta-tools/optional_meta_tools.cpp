// ListToolboxes and CloseToolbox, which are not always available.

#include "meta_tools.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "input.hpp"
#include "lean/first_sentence.hpp"
#include "server_texts.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonWriter;
using workbench::Result;
using workbench::ServerHealth;
using workbench::ServerInstructions;
using workbench::ToolboxSummary;
using workbench::ToolCall;
using workbench::ToolResult;

namespace {

/// Limit of the instructions of all servers of a toolbox together, in bytes.
constexpr std::size_t kMaxToolboxInstructions = 4'000;

constexpr const char* kListDefinition = R"json({
"name":"list_toolboxes",
"title":"List the toolboxes",
"description":"Lists all toolboxes with their descriptions, how many MCP servers each has, whether it is open, and how its servers are doing.",
"inputSchema":{"type":"object","properties":{},"additionalProperties":false},
"annotations":{"title":"List the toolboxes","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}
})json";

constexpr const char* kCloseDefinition = R"json({
"name":"close_toolbox",
"title":"Close a toolbox",
"description":"Closes a toolbox that was opened with open_toolbox: ends its MCP servers, and what they keep in memory with them. It can be opened again.",
"inputSchema":{
"type":"object",
"required":["toolbox_name"],
"properties":{"toolbox_name":{"type":"string","minLength":1,"description":"Name of the toolbox to close"}},
"additionalProperties":false
},
"annotations":{"title":"Close a toolbox","readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false}
})json";

/// A result with `object` as its structured content, and as its text.
ToolResult structured_result(JsonWriter object, const workbench::JsonAccess& json) {
  Json structured = std::move(object).json();
  Json literal(json.quoted(structured.text()));
  return ToolResult::structured(std::move(structured), std::move(literal));
}

std::int64_t seconds(std::chrono::milliseconds time) {
  return std::chrono::ceil<std::chrono::seconds>(time).count();
}

bool is_well(const ServerHealth& server) {
  return server.failures_in_a_row == 0 && server.timeouts_in_a_row == 0 && !server.last_error;
}

/// Models read this: a healthy server takes one word, and any other server has only the members about its problem.
void write_health(JsonWriter& writer, const ServerHealth& server) {
  if (is_well(server)) {
    writer.string(server.state);
    return;
  }
  writer.object().member("state", server.state).member("forSeconds", seconds(server.age));
  if (server.failures_in_a_row > 0) writer.member("failuresInARow", server.failures_in_a_row);
  if (server.last_error) writer.member("lastError", *server.last_error);
  if (server.next_attempt) writer.member("nextAttemptInSeconds", seconds(*server.next_attempt));
  if (server.timeouts_in_a_row > 0) writer.member("timeoutsInARow", server.timeouts_in_a_row);
  if (server.timeouts > 0) writer.member("calls", server.calls).member("timeouts", server.timeouts);
  writer.end();
}

/// Writes nothing for a toolbox that was not used yet.
void write_health(JsonWriter& writer, const ToolboxSummary& toolbox) {
  const auto is_worth_a_word = [](const ServerHealth& server) { return server.state != "stopped" || !is_well(server); };
  if (std::none_of(toolbox.health.begin(), toolbox.health.end(), is_worth_a_word)) return;
  writer.key("health").object();
  for (const ServerHealth& server : toolbox.health) {
    writer.key(server.server);
    write_health(writer, server);
  }
  writer.end();
}

/// Writes nothing for a toolbox that does not show instructions, or whose servers are not known yet.
void write_instructions(JsonWriter& writer, const ToolboxSummary& toolbox) {
  if (toolbox.instructions.empty()) return;
  ServerTexts texts;
  for (const ServerInstructions& one : toolbox.instructions) texts.emplace_back(one.server, one.text);
  cut_evenly(texts, {kMaxToolboxInstructions});
  writer.key("instructions").object();
  for (const auto& [server, text] : texts) writer.member(server, text);
  writer.end();
}

/// How much of each toolbox is listed. Each level includes the ones after it.
enum class Listed { instructions, health, descriptions, sentences, names };

/// The first sentence of a description is cut at this length.
constexpr std::size_t kMaxSentence = 100;

JsonWriter list_of(const std::vector<ToolboxSummary>& toolboxes, Listed listed) {
  JsonWriter list;
  list.object().key("toolboxes").array();
  for (const ToolboxSummary& toolbox : toolboxes) {
    list.object().member("name", toolbox.name);
    if (listed <= Listed::descriptions) list.member("description", toolbox.description);
    if (listed == Listed::sentences) list.member("description", first_sentence(toolbox.description, kMaxSentence));
    list.member("servers", toolbox.servers.size()).member("open", toolbox.is_open);
    if (listed <= Listed::health) write_health(list, toolbox);
    if (listed == Listed::instructions) write_instructions(list, toolbox);
    list.end();
  }
  list.end().end();
  return list;
}

/// Whether the host shows a result that has the text, and as structured content the same once more.
bool fits_twice(std::string_view text, const workbench::ResultBudget& budget) {
  return budget.size == workbench::ResultBudget::kUnlimited || 2 * budget.length_of(text) <= budget.size;
}

}  // namespace

Json ListToolboxes::definition(const workbench::Toolboxes&, const workbench::ClientProfile&) const {
  return definition_from(kListDefinition);
}

bool ListToolboxes::is_available_by_default(const workbench::Toolboxes& toolboxes) const {
  return toolboxes.describe_toolboxes(workbench::ClientProfile::kUnlimited).size() > workbench::kToolboxesBytes;
}

void ListToolboxes::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {});
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  const workbench::Toolboxes& toolboxes = call.toolboxes();
  const workbench::ResultBudget budget = toolboxes.profile_of(call.caller().identity().client_info).result_budget();
  const std::vector<ToolboxSummary> summaries = toolboxes.summaries();
  for (const Listed listed : {Listed::instructions, Listed::health, Listed::descriptions, Listed::sentences}) {
    JsonWriter list = list_of(summaries, listed);
    if (fits_twice(list.text(), budget)) return call.result(structured_result(std::move(list), json));
    if (budget.fits(list.text())) return call.result(ToolResult::text(std::move(list).take()));
  }
  call.result(ToolResult::text(list_of(summaries, Listed::names).take()));
}

Json CloseToolbox::definition(const workbench::Toolboxes&, const workbench::ClientProfile&) const {
  return definition_from(kCloseDefinition);
}

void CloseToolbox::call(ToolCall call) {
  const workbench::JsonAccess& json = call.host().json();
  Input input(json, call.arguments(), "", {"toolbox_name"});
  const std::string name = input.name("toolbox_name");
  input.check_keys();
  if (input.error()) return call.result(ToolResult::error(*input.error()));

  workbench::Toolboxes& toolboxes = call.toolboxes();
  const workbench::Caller& caller = call.caller();
  toolboxes.close_toolbox(name, caller, [&json, name, call = std::move(call)](const Result<void>& closed) mutable {
    if (!closed) return call.result(ToolResult::error(closed.error().message));
    JsonWriter object;
    object.object().member("toolbox", name).member("closed", true).end();
    call.result(structured_result(std::move(object), json));
  });
}

}  // namespace meta_tools
