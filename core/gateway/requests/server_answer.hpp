#pragma once

#include <workbench/json.hpp>

#include "gateway/requests/routed_request.hpp"
#include "protocol/compat/server_result.hpp"

namespace workbench::gateway {

// How a server's result reaches the client: made valid (protocol/content/valid_result.hpp), in the form of the client's
// era. What the client must not be sent is answered with an error in its place, by the same rules in every pairing of
// eras. `result` is an object. What a task ends with reaches its client here, or by fetch_state().

/// The result of a legacy server.
void answer_with_legacy_result(RoutedRequest& routed, Json result);

/// The result of a modern server, which was `read`: complete, a task, or, for a modern client, which then repeats the
/// request itself, asking for input. A task is only for a request that declares the extension, and input for a client
/// that has declared its capability.
void answer_with_modern_result(RoutedRequest& routed, Json result, const protocol::ServerResult& read);

}  // namespace workbench::gateway
