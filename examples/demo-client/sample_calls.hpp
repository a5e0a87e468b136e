#pragma once

#include <span>
#include <string>
#include <string_view>

#include "client.hpp"

namespace workbench::demo_client {

/// A tool's answer for a person to read, and whether it is the expected one.
struct CheckedResult {
  std::string text;
  bool is_right = false;
};

/// A call that the demo makes, and the check of its result.
struct SampleCall {
  std::string_view heading;  ///< the question that the call answers
  std::string_view tool;
  std::string_view arguments;  ///< a JSON object
  /// Throws Poco::Exception if the result lacks a field that the tool's output schema promises.
  CheckedResult (*check)(const ToolResult& result);
  std::string_view neighbour = {};  ///< set for a hidden tool: a listed tool of the same server
};

/// In the order in which they are made. They fit config-samples/demo.json.
[[nodiscard]] std::span<const SampleCall> sample_calls();

}  // namespace workbench::demo_client
