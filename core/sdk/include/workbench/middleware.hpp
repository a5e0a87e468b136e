#pragma once

#include <workbench/factory.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/tool_call.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench {

/// Stands between the tool calls of all clients and the tools: every `tools/call` that names a tool of a server passes
/// it, in every mode, those that will be refused (no such toolbox, server or tool) included. What is answered with a
/// JSON-RPC error before a tool has been read is no call: a request with malformed params, or one that comes while
/// Limits::calls_in_flight of its client are open. The properties file chooses the middleware and its order
/// (`middleware`): the first one in the list sees a call first and its answer last.
class Middleware {
 public:
  /// Passes `call` on to the next middleware, and after the last one to the tool. Called at most once, inside
  /// on_tool_call() or later. [loop thread]
  using Next = MoveOnlyFunction<void(ToolCall call)>;

  Middleware() = default;
  Middleware(const Middleware&) = delete;
  Middleware& operator=(const Middleware&) = delete;
  virtual ~Middleware() = default;

  /// One call. Either passes it on with `next(std::move(call))`, or answers it: `call.result(ToolResult::error("..."))`
  /// refuses it with a text for the model. Before that, ToolCall::on_answer() asks for the answer,
  /// ToolCall::on_result() for a result to change, and ToolCall::set_arguments() replaces the arguments. `tool` names
  /// the tool as the client asked for it, whether or not it exists, and is valid during this call. [loop thread]
  virtual void on_tool_call(const ToolIdentifier& tool, ToolCall call, Next next) = 0;
};

}  // namespace workbench
