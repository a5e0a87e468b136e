#include "gateway/requests/tasks/task_table.hpp"

#include <algorithm>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "base/secure_random.hpp"
#include "json/lookup.hpp"

namespace workbench::gateway {
namespace {

constexpr std::size_t kIdBytes = 16;

bool has_ended(const Json& task) {
  const auto read = protocol::read_task(task);
  return read && read->status != protocol::TaskStatus::working && read->status != protocol::TaskStatus::input_required;
}

/// The part of a Task that is kept: not the result of an ended one, which its server keeps; and of one that is too
/// large only what a Task must have.
Json kept(const Json& task) {
  JsonWriter whole(task.text().size());
  whole.object().raw_items(json::members_without(task, [](std::string_view key) {
    return key == "result" || key == "error" || key == "inputRequests" || key == "_meta" || key == "resultType";
  }));
  whole.end();
  if (whole.text().size() <= TaskTable::kMaxTaskBytes) return std::move(whole).json();
  constexpr std::size_t kMaxMember = 100;
  JsonWriter least;
  least.object();
  for (const std::string_view name : {"taskId", "status", "createdAt", "lastUpdatedAt", "ttl"}) {
    const Json value = json::member(task, name);
    if (value.text().size() <= kMaxMember && !value.is_absent()) least.member(name, value);
  }
  least.end();
  return std::move(least).json();
}

}  // namespace

std::unique_ptr<TaskTable::Place> TaskTable::reserve(const std::string& principal) {
  forget_overdue();
  const auto reserved = places_.find(principal);
  const auto open = std::count_if(entries_.begin(), entries_.end(), [&](const auto& one) {
    return one.second.principal == principal && !one.second.has_ended;
  });
  const std::size_t used = static_cast<std::size_t>(open) + (reserved == places_.end() ? 0 : reserved->second);
  return used < kMaxTasks ? std::make_unique<Place>(*this, principal) : nullptr;
}

std::string TaskTable::add(Entry entry) {
  std::string id = base::hex(base::random_bytes(kIdBytes));
  const std::string principal = entry.principal;
  const Json task = std::exchange(entry.latest, Json());
  entries_.emplace(id, std::move(entry));
  static_cast<void>(update(id, task));
  forget_ended(principal);
  return id;
}

TaskTable::Entry* TaskTable::find(const std::string& id, const std::string& principal) {
  forget_overdue();
  const auto found = entries_.find(id);
  return found == entries_.end() || found->second.principal != principal ? nullptr : &found->second;
}

std::optional<std::string> TaskTable::find_id(const Tasks* workspace, const ToolIdentifier& server,
                                              std::optional<int> process, const std::string& server_id) {
  for (const auto& [id, entry] : entries_) {
    if (entry.server_id == server_id && is_of(entry, workspace, server, process)) return id;
  }
  return std::nullopt;
}

std::optional<std::string> TaskTable::find_progressing(const Tasks* workspace, const ToolIdentifier& server,
                                                       std::optional<int> process, std::uint64_t progress_id) const {
  for (const auto& [id, entry] : entries_) {
    if (entry.has_ended || entry.is_modern || entry.progress_id != progress_id) continue;
    if (is_of(entry, workspace, server, process)) return id;
  }
  return std::nullopt;
}

bool TaskTable::is_of(const Entry& entry, const Tasks* workspace, const ToolIdentifier& server,
                      std::optional<int> process) {
  return entry.workspace == workspace && entry.process == process && entry.tool.toolbox == server.toolbox &&
         entry.tool.server == server.server;
}

// "This value MAY change over the lifetime of a task" (SEP-2663, of ttlMs).
Json TaskTable::update(const std::string& id, const Json& task) {
  Json shown = protocol::with_task_id(task, id);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return shown;
  Entry& entry = found->second;
  entry.latest = kept(shown);
  entry.has_ended = has_ended(shown);
  const auto lifetime = protocol::lifetime_of(shown);
  entry.until = lifetime ? entry.created + *lifetime : Clock::now() + kMaxLifetime;
  return shown;
}

std::vector<Json> TaskTable::list(const std::string& principal, const Tasks* workspace,
                                  const std::function<bool(const Entry&)>& may_see) {
  forget_overdue();
  std::vector<Json> tasks;
  for (const auto& [id, entry] : entries_) {
    if (entry.is_modern || entry.principal != principal) continue;
    if (principal.empty() && entry.workspace != workspace) continue;
    if (may_see(entry)) tasks.push_back(entry.latest);
  }
  return tasks;
}

bool TaskTable::has_open(const Tasks* workspace, std::string_view toolbox, std::string_view server) {
  forget_overdue();
  return std::any_of(entries_.begin(), entries_.end(), [&](const auto& one) {
    const Entry& entry = one.second;
    if (entry.workspace != workspace || entry.has_ended) return false;
    return server.empty() || (entry.tool.server == server && entry.tool.toolbox == toolbox);
  });
}

void TaskTable::end(const std::string& id) {
  const auto found = entries_.find(id);
  if (found != entries_.end()) found->second.has_ended = true;
}

void TaskTable::remove_of(const Tasks* workspace) {
  std::erase_if(entries_, [&](const auto& one) { return one.second.workspace == workspace; });
}

/// Forgets the oldest of the principal's ended tasks beyond kMaxTasks.
void TaskTable::forget_ended(const std::string& principal) {
  std::size_t count = 0;
  auto oldest = entries_.end();
  for (auto one = entries_.begin(); one != entries_.end(); ++one) {
    if (one->second.principal != principal || !one->second.has_ended) continue;
    ++count;
    if (oldest == entries_.end() || one->second.created < oldest->second.created) oldest = one;
  }
  if (count > kMaxTasks) entries_.erase(oldest);
}

void TaskTable::forget_overdue() {
  const auto now = Clock::now();
  std::erase_if(entries_, [&](const auto& one) { return one.second.until < now; });
}

}  // namespace workbench::gateway
