#pragma once

#include <chrono>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "servers/server.hpp"

namespace workbench::gateway {

/// Makes each of the servers look up its login, for Server::login(), and then calls `done`, from a task of `loop`: when
/// all have, or no longer exist, or when `limit` has passed. `loop` must outlive that. [loop thread]
void look_up_logins(EventLoop& loop, const std::vector<servers::Server*>& servers, std::chrono::milliseconds limit,
                    MoveOnlyFunction<void()> done);

}  // namespace workbench::gateway
