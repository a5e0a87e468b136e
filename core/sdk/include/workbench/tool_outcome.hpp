#pragma once

#include <chrono>

#include <workbench/response.hpp>

namespace workbench {

/// How a tool call ended.
struct ToolOutcome {
  /// The CallToolResult as the client receives it; or the JSON-RPC error that its server answered with; or why there is
  /// no answer of a tool (ErrorKind::cancelled: the client cancelled the call or is gone). Valid during the call.
  const Response& response;
  /// The result has `isError: true`, or there is none.
  bool is_error = false;
  /// Since ToolCall::on_answer() was called.
  std::chrono::nanoseconds duration{0};
};

}  // namespace workbench
