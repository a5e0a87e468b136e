#pragma once

#include <workbench/caller.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "servers/server_lease.hpp"

namespace workbench::gateway {

/// A request of `caller` has failed with `reason`. If that is a login that `server` demands and that the user of
/// the client can make, asks for the login and waits for it, unless the request has waited for LoginRound::kMaxRounds
/// logins before (`earlier_logins`). `done` is called once, perhaps inside this call, and not at all if the request is
/// cancelled before: without an error if the request is to be sent again; otherwise with the error to answer it with,
/// which has the kind of `reason` and the remedy, or the reason why the login has failed. It owns the request, and so
/// `caller`. [loop thread]
void retry_after_login(servers::ServerLease server, Caller& caller, int earlier_logins, Error reason,
                       MoveOnlyFunction<void(const Result<void>&)> done);

}  // namespace workbench::gateway
