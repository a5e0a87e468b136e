#include "tools.hpp"

#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

namespace workbench::demo {
namespace {

/// The beginning of a CallToolResult with one text block.
JsonWriter begin_result(std::string_view text) {
  JsonWriter result;
  result.object().key("content").array().object().member("type", "text").member("text", text).end().end();
  return result;
}

Result<Output> run(const DemoTool& tool, const Json& given) {
  const auto arguments = Arguments::read(given, tool.input_schema);
  if (!arguments) return arguments.error();
  return tool.run(arguments.value());
}

}  // namespace

std::span<const DemoTool* const> tools() {
  static constexpr std::array kTools = {&kAdd, &kWordCount, &kHashText, &kCurrentTime, &kListDirectory, &kConvertUnits};
  return kTools;
}

const DemoTool* find_tool(std::string_view name) {
  for (const DemoTool* tool : tools()) {
    if (tool->name == name) return tool;
  }
  return nullptr;
}

Json definition(const DemoTool& tool, ProtocolRevision revision) {
  JsonWriter object;
  object.object().member("name", tool.name);
  if (revision >= ProtocolRevision::r2025_06_18) object.member("title", tool.title);
  object.member("description", tool.description).key("inputSchema").raw(tool.input_schema);
  if (revision >= ProtocolRevision::r2025_06_18 && !tool.output_schema.empty()) {
    object.key("outputSchema").raw(tool.output_schema);
  }
  if (revision >= ProtocolRevision::r2025_03_26) object.key("annotations").raw(tool.annotations);
  return std::move(object.end()).json();
}

Json call(const DemoTool& tool, const Json& arguments, ProtocolRevision revision) {
  const auto output = run(tool, arguments);
  if (!output) return std::move(begin_result(output.error().message).member("isError", true).end()).json();

  // "a tool that returns structured content SHOULD also return the serialized JSON in a TextContent block"
  JsonWriter result = begin_result(output->text);
  if (output->is_structured && revision >= ProtocolRevision::r2025_06_18) {
    result.key("structuredContent").raw(output->text);
  }
  return std::move(result.end()).json();
}

}  // namespace workbench::demo
