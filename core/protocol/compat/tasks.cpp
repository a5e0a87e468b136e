#include "protocol/compat/tasks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"

namespace workbench::protocol {
namespace {

/// The names that a vocabulary has for the times of a Task.
struct TaskWords {
  std::string_view lifetime;
  std::string_view poll_interval;
};
constexpr TaskWords kLegacyWords{"ttl", "pollInterval"};
constexpr TaskWords kModernWords{"ttlMs", "pollIntervalMs"};

/// What is written by write_task(), or belongs to one vocabulary only.
bool is_written_anew(std::string_view key) {
  constexpr std::array<std::string_view, 9> kKeys{"status", "ttl",   "ttlMs",         "pollInterval", "pollIntervalMs",
                                                  "result", "error", "inputRequests", "resultType"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

/// Both vocabularies count integer milliseconds. Absent: it is not a number of them.
std::optional<std::int64_t> whole_milliseconds(const Json& value) {
  constexpr double kMax = 9'007'199'254'740'991;  // the largest integer that every client reads exactly
  const std::string_view text = value.text();
  double number = -1;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc()) return std::nullopt;
  if (number < 0 || number > kMax) return std::nullopt;
  return std::llround(number);
}

/// The present time by ISO 8601.
std::string timestamp() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

Json either(const Json& task, std::string_view legacy, std::string_view modern) {
  const Json found = json::member(task, modern);
  return found.is_absent() ? json::member(task, legacy) : found;
}

/// The members of `task`; those that every Task must have are added if its server has left them out.
void write_task(JsonWriter& writer, const Json& task, TaskStatus status, const TaskWords& words) {
  writer.raw_items(json::members_without(task, is_written_anew)).member("status", name_of(status));
  for (const std::string_view time : {"createdAt", "lastUpdatedAt"}) {
    if (json::member(task, time).is_absent()) writer.member(time, timestamp());
  }
  const auto lifetime = whole_milliseconds(either(task, kLegacyWords.lifetime, kModernWords.lifetime));
  writer.key(words.lifetime);
  lifetime ? writer.number(*lifetime) : writer.null();
  const auto interval = whole_milliseconds(either(task, kLegacyWords.poll_interval, kModernWords.poll_interval));
  if (interval) writer.member(words.poll_interval, *interval);
}

/// working: it cannot be read.
TaskStatus status_of(const Json& task) {
  const auto read = read_task(task);
  return read ? read->status : TaskStatus::working;
}

TaskStatus legacy_status_of(const Json& task) {
  const TaskStatus status = status_of(task);
  const Json is_error = json::member(json::member(task, "result"), "isError");
  return status == TaskStatus::completed && is_error.text() == "true" ? TaskStatus::failed : status;
}

}  // namespace

Json task_for_legacy_client(const Json& task) {
  JsonWriter writer(task.text().size());
  writer.object();
  write_task(writer, task, legacy_status_of(task), kLegacyWords);
  return std::move(writer.end()).json();
}

Json detailed_task(const Json& task, TaskStatus status, std::string_view member, const Json& value) {
  JsonWriter writer(task.text().size() + value.text().size() + 64);
  writer.object();
  write_task(writer, task, status, kModernWords);
  if (!member.empty()) writer.member(member, value);
  return std::move(writer.end()).json();
}

// `_meta` belongs to the result in 2025-11-25, and the result is the task in the extension.
Json created_for_legacy_client(const Json& created) {
  const Json meta = json::member(created, "_meta");
  JsonWriter task(created.text().size());
  task.object().raw_items(json::members_without(created, [](std::string_view key) { return key == "_meta"; })).end();
  JsonWriter writer(created.text().size() + 64);
  writer.object().member("task", task_for_legacy_client(std::move(task).json())).optional_member("_meta", meta);
  return std::move(writer.end()).json();
}

Json created_for_modern_client(const Json& created) {
  const Json task = json::member(created, "task");
  JsonWriter writer(created.text().size() + 64);
  writer.object().member("resultType", "task");
  write_task(writer, task, status_of(task), kModernWords);
  if (json::member(task, "_meta").is_absent()) writer.optional_member("_meta", json::member(created, "_meta"));
  return std::move(writer.end()).json();
}

Json finished_task(std::string_view id, const Json& result, std::chrono::milliseconds lifetime) {
  const std::string now = timestamp();
  JsonWriter writer(result.text().size() + 192);
  writer.object().member("taskId", id).member("status", name_of(TaskStatus::completed));
  writer.member("createdAt", now).member("lastUpdatedAt", now).member("ttlMs", lifetime.count());
  return std::move(writer.member("result", result).end()).json();
}

std::optional<std::chrono::milliseconds> wanted_lifetime(const Json& task) {
  const auto wanted = whole_milliseconds(json::member(task, "ttl"));
  if (!wanted) return std::nullopt;
  return std::chrono::milliseconds(*wanted);
}

}  // namespace workbench::protocol
