#include "gateway/requests/tasks/task_table.hpp"

#include <algorithm>
#include <utility>

#include <workbench/json_writer.hpp>

#include "base/ascii.hpp"
#include "base/secure_random.hpp"
#include "json/lookup.hpp"
#include "protocol/compat/tasks.hpp"

namespace workbench::gateway {
namespace {

constexpr std::size_t kIdBytes = 16;

bool has_ended(const Json& task) {
  const auto read = protocol::read_task(task);
  return read && protocol::has_ended(read->status);
}

/// The part of a Task of 2025-11-25 that is kept for lists; of one that is too large only what a Task must have.
Json kept(const Json& task) {
  JsonWriter whole(task.text().size());
  whole.object().raw_items(json::members_without(task, [](std::string_view key) { return key == "_meta"; }));
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
  if (!task.is_absent()) static_cast<void>(update(id, task));
  forget_ended(principal);
  return id;
}

TaskTable::Entry* TaskTable::find(const std::string& id, const std::string& principal) {
  forget_overdue();
  const auto found = entries_.find(id);
  return found == entries_.end() || found->second.principal != principal ? nullptr : &found->second;
}

TaskTable::Entry* TaskTable::find(const std::string& id) {
  const auto found = entries_.find(id);
  return found == entries_.end() ? nullptr : &found->second;
}

std::optional<std::string> TaskTable::find_id(const Tasks* workspace, const ToolIdentifier& server,
                                              std::optional<int> process, const std::string& server_id) {
  for (const auto& [id, entry] : entries_) {
    if (entry.server_id == server_id && is_of(entry, workspace, server, process)) return id;
  }
  return std::nullopt;
}

std::optional<std::string> TaskTable::find_asking(const Tasks* workspace, const ToolIdentifier& server,
                                                  std::optional<int> process, const std::string& server_id,
                                                  std::uint64_t result_request) const {
  for (const auto& [id, entry] : entries_) {
    if (entry.has_ended || entry.is_modern || !entry.has_modern_client) continue;
    const bool is_meant = server_id.empty() ? result_request != 0 && entry.result_request == result_request
                                            : entry.server_id == server_id;
    if (is_meant && is_of(entry, workspace, server, process)) return id;
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

// A task that was cancelled for its clients stays so, whatever its server says of it later.
Json TaskTable::update(const std::string& id, const Json& task) {
  Entry* const entry = find(id);
  if (entry != nullptr && !entry->settled.is_absent()) return entry->settled;
  Json shown = protocol::with_task_id(task, id);
  if (entry != nullptr) record(*entry, shown);
  return shown;
}

void TaskTable::settle(const std::string& id, const Json& detailed_task) {
  Entry* const entry = find(id);
  if (entry == nullptr) return;
  entry->settled = Json(std::string(detailed_task.text()));  // a copy, because it must not keep a whole message
  record(*entry, detailed_task);
  const std::string principal = entry->principal;  // it may be forgotten
  forget_settled(principal, id);
  notify(id);
}

// "This value MAY change over the lifetime of a task" (SEP-2663, of ttlMs).
void TaskTable::record(Entry& entry, const Json& shown) {
  const bool has_modern_words = entry.is_modern || !entry.settled.is_absent();
  entry.latest = kept(has_modern_words ? protocol::task_for_legacy_client(shown) : shown);
  entry.has_ended = has_ended(shown);
  const auto lifetime = protocol::lifetime_of(shown);
  entry.until = lifetime ? entry.created + *lifetime : Clock::now() + kMaxLifetime;
  // Their servers get an error, and may send something in turn.
  if (entry.has_ended) const HeldInputs unanswered = std::exchange(entry.inputs, {});
}

std::vector<Json> TaskTable::list(const std::string& principal, const Tasks* workspace,
                                  const std::function<bool(const Entry&)>& may_see) {
  forget_overdue();
  std::vector<Json> tasks;
  for (const auto& [id, entry] : entries_) {
    if (entry.principal != principal) continue;
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

/// Forgets the oldest of the principal's settled tasks, other than `latest`, as long as there is no room for all.
void TaskTable::forget_settled(const std::string& principal, const std::string& latest) {
  for (;;) {
    std::size_t bytes = 0;
    auto oldest = entries_.end();
    for (auto one = entries_.begin(); one != entries_.end(); ++one) {
      const Entry& entry = one->second;
      if (entry.principal != principal || entry.settled.is_absent()) continue;
      bytes += entry.settled.text().size();
      if (one->first == latest) continue;
      if (oldest == entries_.end() || entry.created < oldest->second.created) oldest = one;
    }
    if (bytes <= kMaxSettledBytes || oldest == entries_.end()) return;
    entries_.erase(oldest);
  }
}

void TaskTable::remove_observer(const TaskObserver& observer) {
  std::erase_if(observers_, [&](const auto& one) { return one.second == &observer; });
}

void TaskTable::notify(const std::string& id) const {
  const auto [first, last] = observers_.equal_range(id);
  for (auto one = first; one != last; ++one) one->second->on_task_changed();
}

void TaskTable::forget_overdue() {
  const auto now = Clock::now();
  std::erase_if(entries_, [&](const auto& one) { return one.second.until < now; });
}

}  // namespace workbench::gateway
