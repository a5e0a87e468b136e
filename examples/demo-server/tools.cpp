#include "tools.hpp"

#include <array>

#include "json_text.hpp"

namespace workbench::demo {
namespace {

ObjectText with_text(std::string_view text) {
  ObjectText result;
  result.raw("content", "[" + ObjectText().text("type", "text").text("text", text).finish() + "]");
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
  ObjectText object;
  object.text("name", tool.name);
  if (revision >= ProtocolRevision::r2025_06_18) object.text("title", tool.title);
  object.text("description", tool.description).raw("inputSchema", tool.input_schema);
  if (revision >= ProtocolRevision::r2025_06_18 && !tool.output_schema.empty()) {
    object.raw("outputSchema", tool.output_schema);
  }
  if (revision >= ProtocolRevision::r2025_03_26) object.raw("annotations", tool.annotations);
  return Json(object.finish());
}

Json call(const DemoTool& tool, const Json& arguments, ProtocolRevision revision) {
  const auto output = run(tool, arguments);
  if (!output) return Json(with_text(output.error().message).boolean("isError", true).finish());

  // "a tool that returns structured content SHOULD also return the serialized JSON in a TextContent block"
  ObjectText result = with_text(output->text);
  if (output->is_structured && revision >= ProtocolRevision::r2025_06_18) result.raw("structuredContent", output->text);
  return Json(result.finish());
}

}  // namespace workbench::demo
