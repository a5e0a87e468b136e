#pragma once

#include <string>

#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "gateway/requests/tasks/task_at_server.hpp"
#include "gateway/requests/tasks/task_table.hpp"

namespace workbench::gateway {

/// Asks the server of the task `id` (ours) for its state, whatever the server's words, and calls `done` once with the
/// DetailedTask of the extension, under our id: what `tasks/get` answers a modern client. The table records it. A
/// legacy server says in `tasks/result` what a task has ended with, so that it is asked twice then. `table` must
/// outlive the server. [loop thread]
///
///   the legacy server's status       the DetailedTask
///   working, input_required          input_required with what the server has asked so far; working if that is nothing
///   completed, failed                completed with the result of the call, whether or not it has isError; or failed
///                                    with the call's JSON-RPC error
///   cancelled                        cancelled
///
/// A task that was settled while its server was asked is shown as it was settled.
void fetch_state(TaskTable& table, const std::string& id, TaskAtServer at, MoveOnlyFunction<void(Response)> done);

/// Keeps a `tasks/result` pending at the legacy server of a task: the server may ask for input only in its course, and
/// its answer shows that the task has ended. The observers of the task are notified then. It waits no longer than the
/// table keeps the task. Does nothing if there is one.
void await_end(TaskTable& table, const std::string& id, const TaskAtServer& at);

}  // namespace workbench::gateway
