#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

// The `requestState` of a server passes to a modern client as it is, and back. Another workbench may be
// that server, and its states look like ours: such a one is marked on its way to the client, so that it is not taken
// for one of ours when it comes back. Through several workbenches it carries a mark of each.

/// A server's result as its client gets it: with the mark if its `requestState` needs one, else the very same.
[[nodiscard]] Json with_state_marked(const Json& result);

/// A client's `requestState` (a JSON string, or absent) as its server made it.
[[nodiscard]] Json without_mark(const Json& state);

}  // namespace workbench::protocol
