#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include <workbench/json.hpp>

#include "protocol/tasks.hpp"

namespace workbench::protocol {

// Tasks, translated between the vocabulary of 2025-11-25 and that of the extension of the modern era. A Task has the
// same members in both, but for the names of its times. What a task has ended with is inside it in the extension
// (DetailedTask), and the answer to `tasks/result` in 2025-11-25.

/// A Task of either vocabulary as 2025-11-25 has it. A completed task whose result has `isError` has failed there:
/// "For tasks that wrap tool call requests, when the tool result has isError set to true, the task should reach failed
/// status" ("basic/utilities/tasks", Task Execution Errors).
[[nodiscard]] Json task_for_legacy_client(const Json& task);

/// A Task of either vocabulary as the extension has it, with another status. `member` of it is `value`: `result`,
/// `error` or `inputRequests`, as the status demands; empty: it has none of them.
[[nodiscard]] Json detailed_task(const Json& task, TaskStatus status, std::string_view member = {},
                                 const Json& value = {});

/// A CreateTaskResult of the other vocabulary, which has a Task that can be read.
[[nodiscard]] Json created_for_legacy_client(const Json& created);
[[nodiscard]] Json created_for_modern_client(const Json& created);

/// The DetailedTask of a call that has ended with `result`, although its client has asked for a task. It is kept for
/// `lifetime`, from now on.
[[nodiscard]] Json finished_task(std::string_view id, const Json& result, std::chrono::milliseconds lifetime);

/// The lifetime that a client asks for (`task` of its call); absent: it leaves that to the server.
[[nodiscard]] std::optional<std::chrono::milliseconds> wanted_lifetime(const Json& task);

}  // namespace workbench::protocol
