#pragma once

#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "arguments.hpp"
#include "protocol_revision.hpp"

namespace workbench::demo {

/// What a tool answers: text for people or, if it has an output schema, a JSON object.
struct Output {
  std::string text;
  bool is_structured = false;  ///< `text` is a JSON object that fits the output schema
};

/// One tool: what clients are told of it, and what it does.
struct DemoTool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  std::string_view input_schema;
  std::string_view output_schema;  ///< empty: answers text only
  std::string_view annotations;

  /// An error is meant for the model, which can mend it.
  Result<Output> (*run)(const Arguments& arguments);
};

/// The tool's definition, without what `revision` does not know.
[[nodiscard]] Json definition(const DemoTool& tool, ProtocolRevision revision);

/// Runs the tool and puts its answer, or what was wrong with the arguments, into a CallToolResult.
[[nodiscard]] Json call(const DemoTool& tool, const Json& arguments, ProtocolRevision revision);

}  // namespace workbench::demo
