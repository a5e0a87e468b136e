#pragma once

#include <vector>

#include <workbench/move_only_function.hpp>

#include "protocol/listing.hpp"
#include "servers/server.hpp"

namespace workbench::servers {

/// Calls `done` once when each of these servers that runs has its list of this kind as it is now (see
/// ServerStatus::is_outdated()), or has ended: in this call if nothing has to be waited for, else in a later task of
/// the loop, also if a server was removed meanwhile. [loop thread]
void when_current(const std::vector<Server*>& servers, protocol::ListKind kind, MoveOnlyFunction<void()> done);

}  // namespace workbench::servers
