#pragma once

#include <chrono>

#include <workbench/response.hpp>

namespace workbench {

/// How a tool call ended.
struct ToolOutcome {
  /// The CallToolResult as the client receives it, the JSON-RPC error with which the server responded, or why there is
  /// neither (ErrorKind::cancelled: the client has cancelled the call, or is gone). Valid during the call.
  const Response& response;
  /// The result has `isError: true`, or there is no result.
  bool is_error = false;
  /// From the call of ToolCall::on_answer() to the answer.
  std::chrono::nanoseconds duration{0};
};

}  // namespace workbench
