#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/response.hpp>
#include <workbench/result.hpp>

#include "protocol/listing.hpp"
#include "protocol/request_metadata.hpp"

namespace workbench::protocol {

// Tasks: what a server makes of a tool call that takes long, in the vocabulary of 2025-11-25 ("basic/utilities/tasks")
// and that of the extension io.modelcontextprotocol/tasks of the modern era (SEP-2663). They are not compatible: in
// the former, the client decides for a task with each call, and waits for its end with `tasks/result`; in the latter,
// the server decides, and `tasks/get` returns everything.

/// The key in `_meta` that names the task to which a message of 2025-11-25 belongs.
inline constexpr std::string_view kRelatedTaskKey = "io.modelcontextprotocol/related-task";

/// How a tool may be called (`execution.taskSupport` of 2025-11-25).
enum class TaskSupport {
  forbidden,  ///< without a task; the default
  optional,
  required,  ///< as a task only
};
[[nodiscard]] TaskSupport task_support_of(const Tool& tool);

/// Whether a legacy server with these ServerCapabilities makes tasks of tool calls; and whether it can cancel them.
[[nodiscard]] bool has_tool_tasks(const Json& server_capabilities);
[[nodiscard]] bool has_task_cancellation(const Json& server_capabilities);

/// Whether the error says that the server has no such task (any more).
[[nodiscard]] bool is_unknown_task(const PeerError& error);

enum class TaskStatus { working, input_required, completed, failed, cancelled };

[[nodiscard]] std::string_view name_of(TaskStatus status);
/// Whether a task of this status never gets another one.
[[nodiscard]] constexpr bool has_ended(TaskStatus status) {
  return status != TaskStatus::working && status != TaskStatus::input_required;
}

/// What we read of a Task of either era.
struct Task {
  std::string id;
  TaskStatus status = TaskStatus::working;
  std::string message;  ///< `statusMessage`; empty: none
  /// How often to ask for it; absent: the server says nothing about it.
  std::optional<std::chrono::milliseconds> poll_interval;
  std::optional<std::chrono::milliseconds> lifetime;  ///< see lifetime_of()
};

/// protocol: it has no `taskId` or no valid `status`.
[[nodiscard]] Result<Task> read_task(const Json& task);

/// The Task in a CreateTaskResult; absent: the result is another one.
[[nodiscard]] Json created_task(const Json& result, bool is_modern);

/// How a task of the extension has ended, by its DetailedTask `state`, of which `task` was read: the result or the
/// error of the call, or why there is neither. Requires that it has ended.
[[nodiscard]] Response outcome_of(const Task& task, const Json& state);

/// The result of a call that is inside a DetailedTask; absent: it has not ended with one. And the same DetailedTask
/// with another result.
[[nodiscard]] Json result_in_task(const Json& detailed_task);
[[nodiscard]] Json with_result_in_task(const Json& detailed_task, const Json& result);

/// Whether the error says that the tool is for clients with the extension alone: MissingRequiredClientCapability,
/// -32021, for nothing else.
[[nodiscard]] bool needs_tasks_extension(const PeerError& error);

/// Whether a server or client with these capabilities has the extension.
[[nodiscard]] bool has_tasks_extension(const Json& capabilities);

/// The error object for a client that asks about tasks in a request that does not declare the extension.
[[nodiscard]] Json tasks_extension_is_missing(std::string_view method);

/// The lifetime of a Task of either era (`ttl`, `ttlMs`); absent: it has no limit, or none that is valid.
[[nodiscard]] std::optional<std::chrono::milliseconds> lifetime_of(const Json& task);

/// A Task or a CreateTaskResult with another id: `taskId`, or `task.taskId`. Everything else stays to the byte.
[[nodiscard]] Json with_task_id(const Json& task, std::string_view id);

/// A message that belongs to a task with another id of the task in its `_meta`, if it names one there. Everything else
/// stays to the byte.
[[nodiscard]] Json with_related_id(const Json& object, std::string_view id);

/// The id of the task to which a message belongs, by its `_meta`; empty: it belongs to none.
[[nodiscard]] std::string related_task(const Json& params);

/// An object that belongs to a task: with the task's id in `_meta`, added or replaced.
[[nodiscard]] Json with_related_task(const Json& object, std::string_view id);

/// A result of `tasks/result` without the name of its task: for a client that knows no tasks.
[[nodiscard]] Json without_related_task(const Json& result);

}  // namespace workbench::protocol
