#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

// Members of `_meta` whose names begin with "mcp-workbench/" are the workbench's own word to its programs: that a form
// asks for an approval, say. A server must not be able to say them, so they are taken out of what servers ask clients.

/// The params of a server's input request, without them.
[[nodiscard]] Json without_own_metadata(const Json& params);

/// A modern server's result, or the state of its task, whose `inputRequests` are without them.
[[nodiscard]] Json with_inputs_without_own_metadata(const Json& result);

}  // namespace workbench::protocol
