#include "gateway/requests/output_check.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "protocol/content/content_block.hpp"
#include "protocol/content/schema_check.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {
namespace {

std::string without_structured_content(const Json& result) {
  return json::members_without(result, [](std::string_view key) { return key == "structuredContent"; });
}

/// JSON that conforms to the schema, in the only block of the result; absent: there is none.
std::optional<Json> structured_text(const RoutedRequest& routed, const Json& result, const Json& schema) {
  const std::vector<Json> blocks = json::elements(json::member(result, "content"));
  if (blocks.size() != 1) return std::nullopt;
  auto value = (*routed.server)->host().json().checked(json::member_characters(blocks.front(), "text"));
  if (!value || value->kind() != JsonKind::object || protocol::contradicts_schema(*value, schema)) return std::nullopt;
  return *std::move(value);
}

Json with_structured_content(const Json& result, const Json& content) {
  JsonWriter writer(result.text().size() + content.text().size() + 32);
  writer.object().raw_items(without_structured_content(result)).member("structuredContent", content);
  return std::move(writer.end()).json();
}

Json marked_as_error(const RoutedRequest& routed, const Json& result, const Json& structured) {
  const Json content = json::member(result, "content");
  JsonWriter writer(result.text().size() + structured.text().size() + 256);
  writer.object().key("content").array();
  writer.raw(protocol::text_block(
      undelivered(routed.target,
                  "the result does not conform to the outputSchema of the tool; the server has reported no error, "
                  "and this is what it has said")));
  for (const Json& block : json::elements(content)) writer.value(block);
  if (!structured.is_absent()) writer.raw(protocol::text_block(structured.text()));
  writer.end().member("isError", true);
  writer.raw_items(json::members_without(
      result, [](std::string_view key) { return key == "content" || key == "isError" || key == "structuredContent"; }));
  return std::move(writer.end()).json();
}

void withdraw_schema(const RoutedRequest& routed) {
  const servers::Server& server = **routed.server;
  servers::OutputSchemas& schemas = server.catalog().output_schemas();
  const std::string& tool = routed.target.tool;
  if (schemas.is_withdrawn(tool)) return;
  server.host().log(LogLevel::warning, server.configured().source(),
                    "a result of the tool " + json::quoted(tool) +
                        " does not conform to its outputSchema; native lists show the tool without it from now on");
  schemas.withdraw(tool, Json(std::string(routed.output_schema.text())));
}

Json conforming(const RoutedRequest& routed, const Json& result) {
  const Json& schema = routed.output_schema;
  const Json structured = json::member(result, "structuredContent");
  const Json is_error = json::member(result, "isError");
  const bool has_structure = !structured.is_absent();
  if (has_structure && !protocol::contradicts_schema(structured, schema)) return result;
  if (is_error.text() == "true") return has_structure ? Json("{" + without_structured_content(result) + "}") : result;
  if (!has_structure) {
    if (const auto said = structured_text(routed, result, schema)) return with_structured_content(result, *said);
  }
  withdraw_schema(routed);
  return marked_as_error(routed, result, structured);
}

}  // namespace

Json with_conforming_output(const RoutedRequest& routed, const Json& result) {
  const bool is_result = routed.is_tool_call() || routed.method == "tasks/result";
  if (!is_result && routed.method != "tasks/get") return result;
  if (routed.output_schema.is_absent() || !routed.server) return result;
  if (is_result) return conforming(routed, result);
  const Json inner = protocol::result_in_task(result);
  if (inner.is_absent()) return result;
  const Json valid = conforming(routed, inner);
  return valid.text() == inner.text() ? result : protocol::with_result_in_task(result, valid);
}

}  // namespace workbench::gateway
