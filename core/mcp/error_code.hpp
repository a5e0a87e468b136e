#pragma once

#include "workbench/peer_answer.hpp"

namespace workbench::mcp {

/// A server's error object as a client of the handshake era may see it: errors of the stateless era's own are about a
/// conversation that this client knows nothing of, and become -32603. Everything else as it came.
[[nodiscard]] Json for_handshake_era(const PeerError& error);

/// A server's error object as a client of the stateless era may see it ("basic/index", section Error Codes): a resource
/// that is not there is -32602, codes that older revisions used for purposes of their own become -32603. Everything
/// else as it came.
[[nodiscard]] Json for_stateless_era(const PeerError& error);

}  // namespace workbench::mcp
