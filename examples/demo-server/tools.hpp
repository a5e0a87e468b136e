#pragma once

#include <span>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "arguments.hpp"

namespace workbench::demo {

/// The revisions of MCP that this server speaks, oldest first, so that they compare by age.
enum class ProtocolRevision { r2024_11_05, r2025_03_26, r2025_06_18, r2025_11_25 };

/// What a tool returns: text for people or, if it has an output schema, a JSON object.
struct Output {
  std::string text;
  bool is_structured = false;  ///< `text` is a JSON object that fits the output schema
};

/// One tool: its definition and its function.
struct DemoTool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input_schema;
  std::string_view output_schema;  ///< empty: returns text only
  std::string_view annotations;

  /// An error is for the model, which can correct its call.
  Result<Output> (*run)(const Arguments& arguments);
};

// By subject, in tools/.
extern const DemoTool kAdd;
extern const DemoTool kConvertUnits;
extern const DemoTool kCurrentTime;
extern const DemoTool kHashText;
extern const DemoTool kListDirectory;
extern const DemoTool kWordCount;

/// All tools, in the order in which they are listed.
[[nodiscard]] std::span<const DemoTool* const> tools();

/// The tool of this name, or null.
[[nodiscard]] const DemoTool* find_tool(std::string_view name);

/// The tool's definition, without the members that `revision` does not have.
[[nodiscard]] Json definition(const DemoTool& tool, ProtocolRevision revision);

/// Runs the tool and returns its output, or the error in its arguments, as a CallToolResult.
[[nodiscard]] Json call(const DemoTool& tool, const Json& arguments, ProtocolRevision revision);

}  // namespace workbench::demo
