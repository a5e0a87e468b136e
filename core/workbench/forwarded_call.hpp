#pragma once

#include <chrono>

#include "mcp/server_connection.hpp"
#include "workbench/workbench.hpp"

namespace workbench {

/// Sends a tool call on to its server, with an id and a progress token of our own, and answers `call` with what comes
/// back: the result to the byte, or `[toolbox/server/tool] Error: why` as a tool result that the model can act on.
/// Progress and cancellation pass. `connection` must live until the call is answered.
void forward_call(mcp::ServerConnection& connection, std::chrono::milliseconds limit, const ToolIdentifier& tool,
                  const Json& arguments, ToolCall call);

/// Answers a call that could not be delivered, in the same words.
void answer_undelivered(const ToolIdentifier& tool, const Error& reason, ToolCall call);

}  // namespace workbench
