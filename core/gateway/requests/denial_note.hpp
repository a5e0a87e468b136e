#pragma once

#include <cstddef>

#include <workbench/json.hpp>

#include "gateway/requests/routed_request.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// How many things the server has been refused so far, because it is confined. 0 for one that is not, or that several
/// workspaces share, because what it was refused may be about another's call.
[[nodiscard]] std::size_t denials_of(const servers::Server& server);

/// The result of a tool; if it is an error, and the server was refused something since `routed.denials`, with a text
/// that names it and what to write to allow it.
[[nodiscard]] Json with_denials(const RoutedRequest& routed, Json result);

}  // namespace workbench::gateway
