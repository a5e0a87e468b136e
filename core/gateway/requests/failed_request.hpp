#pragma once

#include <workbench/response.hpp>
#include <workbench/result.hpp>

#include "gateway/requests/routed_request.hpp"

// What a client is answered whose request has no result of the server.

namespace workbench::gateway {

/// Why a request that was sent has no response. If the server has ended, or was ended, it may have done what it was
/// asked for before: a caller that repeats the request has to know that. The other reasons explain themselves.
[[nodiscard]] Error with_unknown_outcome(Error reason);

/// Answers with an error that the server has sent: as it is to a native call, in a tool result to use_tool. An error
/// that sends the client to URLs is passed on to a client that visits them; for any other, its text has the URLs. [loop
/// thread]
void answer_with_error(RoutedRequest& routed, const PeerError& error);

/// Answers with the reason why there is no response, or why the client cannot be given it. [loop thread]
void answer_with_failure(RoutedRequest& routed, const Error& reason);

}  // namespace workbench::gateway
