#include "protocol/tasks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include <workbench/json_writer.hpp>

#include "json/escape.hpp"
#include "json/lookup.hpp"
#include "jsonrpc/write.hpp"

namespace workbench::protocol {
namespace {

/// In the order of TaskStatus.
constexpr std::array<std::string_view, 5> kStatuses{"working", "input_required", "completed", "failed", "cancelled"};

/// Absent: it is not a number, is negative, or is more than a day.
std::optional<std::chrono::milliseconds> read_interval(const Json& value) {
  constexpr double kDay = 24.0 * 60 * 60 * 1000;
  const std::string_view text = value.text();
  double number = -1;
  const bool is_number = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  if (!is_number || number < 0 || number > kDay) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::chrono::milliseconds::rep>(number));
}

/// The text of `object` with `id` in place of `member`, which is inside it.
Json replaced(const Json& object, const Json& member, std::string_view id) {
  std::string text(object.text());
  const auto at = static_cast<std::size_t>(member.text().data() - object.text().data());
  return Json(text.replace(at, member.text().size(), json::quoted(id)));
}

}  // namespace

TaskSupport task_support_of(const Tool& tool) {
  const Json execution = json::member(tool.definition, "execution");
  const std::string support = json::characters(json::member(execution, "taskSupport"));
  if (support == "required") return TaskSupport::required;
  return support == "optional" ? TaskSupport::optional : TaskSupport::forbidden;
}

bool has_tool_tasks(const Json& server_capabilities) {
  Json value = json::member(server_capabilities, "tasks");
  for (const std::string_view name : {"requests", "tools", "call"}) value = json::member(value, name);
  return value.kind() == JsonKind::object;
}

bool has_task_cancellation(const Json& server_capabilities) {
  const Json tasks = json::member(server_capabilities, "tasks");
  return json::member(tasks, "cancel").kind() == JsonKind::object;
}

// "Invalid or nonexistent taskId: -32602 (Invalid params)", in both vocabularies.
bool is_unknown_task(const PeerError& error) {
  const Json code = json::member(error.object, "code");
  return code.text() == std::to_string(jsonrpc::kInvalidParams);
}

Result<Task> read_task(const Json& task) {
  constexpr std::array<std::string_view, 7> kNames{
      "taskId", "status", "statusMessage", "pollIntervalMs", "pollInterval", "ttlMs", "ttl"};
  std::array<Json, 7> found;
  if (task.kind() == JsonKind::object) json::pick_members(task, kNames, found);
  Task read{json::characters(found[0]), {}, json::characters(found[2]), {}, {}};
  const auto status = std::find(kStatuses.begin(), kStatuses.end(), json::characters(found[1]));
  if (read.id.empty()) return Error{ErrorKind::protocol, "the server's task has no taskId"};
  if (status == kStatuses.end()) {
    return Error{ErrorKind::protocol, "the server's task has an unknown status: " + std::string(found[1].text())};
  }
  read.status = static_cast<TaskStatus>(status - kStatuses.begin());
  read.poll_interval = read_interval(found[3].is_absent() ? found[4] : found[3]);
  read.lifetime = read_interval(found[5].is_absent() ? found[6] : found[5]);
  return read;
}

std::string_view name_of(TaskStatus status) {
  return kStatuses[static_cast<std::size_t>(status)];
}

Json created_task(const Json& result, bool is_modern) {
  if (!is_modern) return json::member(result, "task");
  return json::characters(json::member(result, "resultType")) == "task" ? result : Json();
}

Response outcome_of(const Task& task, const Json& state) {
  if (task.status == TaskStatus::completed) return json::member(state, "result");
  if (task.status == TaskStatus::cancelled) {
    return Error{ErrorKind::unavailable,
                 "the server has cancelled the call" + (task.message.empty() ? "" : ": " + task.message)};
  }
  const Json error = json::member(state, "error");
  if (error.kind() == JsonKind::object) return PeerError{error, json::characters(json::member(error, "message"))};
  return Error{ErrorKind::protocol, "the server's task has failed without an error"};
}

Json result_in_task(const Json& detailed_task) {
  const Json result = json::member(detailed_task, "result");
  return result.kind() == JsonKind::object ? result : Json();
}

Json with_result_in_task(const Json& detailed_task, const Json& result) {
  JsonWriter writer(result.text().size() + 256);
  writer.object().raw_items(json::members_without(detailed_task, [](std::string_view key) { return key == "result"; }));
  return std::move(writer.member("result", result).end()).json();
}

bool needs_tasks_extension(const PeerError& error) {
  const Json code = json::member(error.object, "code");
  if (code.text() != std::to_string(jsonrpc::kMissingClientCapability)) return false;
  const Json required = json::member(json::member(error.object, "data"), "requiredCapabilities");
  const std::vector<JsonMember> all = json::members(required);
  if (all.size() != 1 || all.front().key != "extensions") return false;
  const std::vector<JsonMember> extensions = json::members(all.front().value);
  return extensions.size() == 1 && extensions.front().key == kTasksExtension;
}

bool has_tasks_extension(const Json& capabilities) {
  const Json extensions = json::member(capabilities, "extensions");
  return json::member(extensions, kTasksExtension).kind() == JsonKind::object;
}

Json tasks_extension_is_missing(std::string_view method) {
  return jsonrpc::error_object(
      jsonrpc::kMissingClientCapability,
      std::string(method) + ": this request does not declare the extension " + std::string(kTasksExtension),
      Json(R"({"requiredCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}})"));
}

std::optional<std::chrono::milliseconds> lifetime_of(const Json& task) {
  const Json modern = json::member(task, "ttlMs");
  return read_interval(modern.is_absent() ? json::member(task, "ttl") : modern);
}

Json with_task_id(const Json& task, std::string_view id) {
  Json changed = task;
  const auto replace = [&](const Json& member) {
    if (member.kind() == JsonKind::string) changed = replaced(changed, member, id);
  };
  replace(json::member(changed, "taskId"));
  replace(json::member(json::member(changed, "task"), "taskId"));
  return changed;
}

Json with_related_id(const Json& object, std::string_view id) {
  const Json meta = json::member(object, "_meta");
  const Json named = json::member(json::member(meta, kRelatedTaskKey), "taskId");
  return named.kind() == JsonKind::string ? replaced(object, named, id) : object;
}

std::string related_task(const Json& params) {
  const Json meta = json::member(params, "_meta");
  return json::characters(json::member(json::member(meta, kRelatedTaskKey), "taskId"));
}

Json with_related_task(const Json& object, std::string_view id) {
  const Json plain = without_related_task(object);
  const Json meta = json::member(plain, "_meta");
  JsonWriter writer(plain.text().size() + id.size() + 64);
  writer.object().raw_items(json::members_without(plain, [](std::string_view key) { return key == "_meta"; }));
  writer.key("_meta").object();
  writer.raw_items(json::members_without(meta, [](std::string_view) { return false; }));
  writer.key(kRelatedTaskKey).object().member("taskId", id).end().end().end();
  return std::move(writer).json();
}

Json without_related_task(const Json& result) {
  const Json meta = json::member(result, "_meta");
  if (json::member(meta, kRelatedTaskKey).is_absent()) return result;
  const std::string rest = json::members_without(meta, [](std::string_view key) { return key == kRelatedTaskKey; });
  JsonWriter writer(result.text().size());
  writer.object().raw_items(json::members_without(result, [](std::string_view key) { return key == "_meta"; }));
  if (!rest.empty()) writer.key("_meta").object().raw_items(rest).end();
  writer.end();
  return std::move(writer).json();
}

}  // namespace workbench::protocol
