#pragma once

#include <chrono>
#include <optional>

#include <workbench/response.hpp>

namespace workbench {

/// How a tool call ended.
struct ToolOutcome {
  /// The CallToolResult as the client receives it, or the InputRequiredResult; the JSON-RPC error with which the server
  /// responded; or why there is none of them. Valid during the call.
  const Response& response;
  /// The result has `isError: true`, or there is no result.
  bool is_error = false;
  /// From the call of ToolCall::on_answer() to the answer.
  std::chrono::nanoseconds duration{0};
  /// Why the workbench has answered in place of the tool, also where the answer is a result with a text for the model:
  /// not_found, invalid_argument and forbidden: the call was refused. protocol: the server has responded with a
  /// JSON-RPC error, or with an invalid result. busy, timed_out, unavailable: it has not responded. cancelled: the
  /// client has cancelled the call or disconnected, and gets no answer. internal: the workbench or a plugin has failed.
  /// Absent: the tool has answered.
  std::optional<ErrorKind> failure = std::nullopt;
};

}  // namespace workbench
