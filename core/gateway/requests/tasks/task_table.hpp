#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>
#include <workbench/toolboxes.hpp>

#include "gateway/requests/tasks/held_inputs.hpp"
#include "gateway/requests/tasks/task_at_server.hpp"
#include "protocol/tasks.hpp"

namespace workbench::gateway {

class Tasks;

/// Wants to know when something has happened to a task. [loop thread]
class TaskObserver {
 public:
  /// It must not change the table in this call.
  virtual void on_task_changed() = 0;

 protected:
  ~TaskObserver() = default;
};

/// The tasks of all clients, under ids of ours: two servers may give theirs the same. Our ids cannot be guessed, so
/// that a client that knows the id of an anonymous client's task is that client, perhaps in another session; a
/// principal's tasks are for its clients alone. [loop thread]
class TaskTable {
 public:
  using Clock = std::chrono::steady_clock;

  /// A principal's tasks that have not ended; and as many that have. All anonymous clients are one principal.
  static constexpr std::size_t kMaxTasks = 100;
  /// Bytes of a Task as it is kept for `tasks/list`, and of its server's id for it.
  static constexpr std::size_t kMaxTaskBytes = 16U * 1024;
  static constexpr std::size_t kMaxServerId = 1024;
  /// A task is forgotten when its `ttl` has passed. Without one, or with a longer one, it is forgotten when no client
  /// has asked for it for this time.
  static constexpr std::chrono::hours kMaxLifetime{24};
  /// The states that the workbench itself keeps of one principal's tasks, together: beyond that, the oldest of these
  /// tasks are forgotten. A single one may be larger.
  static constexpr std::size_t kMaxSettledBytes = 16U * 1024 * 1024;

  /// One task that a server has made of a call, or the workbench in its place.
  struct Entry {
    std::string principal;            ///< empty: anonymous
    Tasks* workspace;                 ///< of the client that has made the call; its server runs the task
    ToolIdentifier tool;              ///< that was called
    Json output_schema = {};          ///< see RoutedRequest
    std::string server_id = {};       ///< what its server calls it
    Json latest = {};                 ///< the Task as its server wrote it; then as add() and update() keep it
    bool is_modern = false;           ///< its server's words
    bool has_modern_client = false;   ///< the words of the client that has made the call
    Json capabilities = {};           ///< of that client
    std::string modern_meta = {};     ///< see TaskAtServer
    Json progress_token = {};         ///< of the client's call; absent: it wants no progress
    std::uint64_t progress_id = 0;    ///< the same of the call as its server got it
    std::optional<int> process = {};  ///< of its server, with which it ends; absent: the server is none of ours
    bool has_ended = false;
    /// The DetailedTask with which the workbench answers by itself, because the server has no such task, or the client
    /// was told that it is cancelled. Absent: the server is asked.
    Json settled = {};
    HeldInputs inputs = {};  ///< of a legacy server, for a modern client
    /// Our pending `tasks/result` to a legacy server, which may ask for input only in its course; 0: there is none.
    std::uint64_t result_request = 0;
    bool was_result_answered = false;  ///< it was, so that there is nothing to await any more
    /// Keys of the input requests of a modern server that a legacy client was asked, or has answered.
    std::shared_ptr<std::set<std::string>> asked_inputs = std::make_shared<std::set<std::string>>();
    Clock::time_point created = Clock::now();
    Clock::time_point until = {};  ///< when it is forgotten
  };

  /// Room for one task that a call may become. Given up when it is destroyed. The table must outlive it.
  class Place {
   public:
    Place(TaskTable& table, std::string principal) : table_(table), principal_(std::move(principal)) {
      ++table_.places_[principal_];
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    ~Place() {
      if (--table_.places_[principal_] == 0) table_.places_.erase(principal_);
    }

   private:
    TaskTable& table_;
    const std::string principal_;
  };

  /// Null: the principal has as many tasks, and calls that may become some, as it may.
  [[nodiscard]] std::unique_ptr<Place> reserve(const std::string& principal);

  /// Adds a task that was just created, for which a place was reserved; returns our id for it. `entry.latest` is the
  /// Task as its server wrote it; absent: settle() follows.
  std::string add(Entry entry);

  /// Null: there is no such task (any more), or it is another principal's.
  [[nodiscard]] Entry* find(const std::string& id, const std::string& principal);
  /// The same of any principal: for what follows from a request that was allowed.
  [[nodiscard]] Entry* find(const std::string& id);

  /// The task that the server of this workspace, as this process, calls so. Absent: there is none.
  [[nodiscard]] std::optional<std::string> find_id(const Tasks* workspace, const ToolIdentifier& server,
                                                   std::optional<int> process, const std::string& server_id);

  /// The task with a modern client in whose course a legacy server of this workspace, as this process, asks for input:
  /// it names the task (`server_id`), or its transport shows that it asks in the course of our `tasks/result`, whose id
  /// is `result_request` (0: it does not). Absent: there is none that has not ended.
  [[nodiscard]] std::optional<std::string> find_asking(const Tasks* workspace, const ToolIdentifier& server,
                                                       std::optional<int> process, const std::string& server_id,
                                                       std::uint64_t result_request) const;

  /// The task that the server of this workspace, as this process, has made of the call with `progress_id`. Absent:
  /// there is none that has not ended.
  [[nodiscard]] std::optional<std::string> find_progressing(const Tasks* workspace, const ToolIdentifier& server,
                                                            std::optional<int> process,
                                                            std::uint64_t progress_id) const;

  /// A Task as its server wrote it, with our id in it: is shown to clients of the server's words. Its state is kept. If
  /// the task has been settled meanwhile, that is shown.
  [[nodiscard]] Json update(const std::string& id, const Json& task);

  /// From now on the workbench answers with this DetailedTask, which has ended.
  void settle(const std::string& id, const Json& detailed_task);

  /// Its server no longer knows it.
  void end(const std::string& id);

  /// `observer` must be removed before it is destroyed. notify() calls those of one task.
  void add_observer(const std::string& id, TaskObserver& observer) { observers_.emplace(id, &observer); }
  void remove_observer(const TaskObserver& observer);
  void notify(const std::string& id) const;

  /// The latest Tasks, in the words of 2025-11-25, that a client may see: of its principal, or, if it is anonymous, of
  /// its workspace, and only if `may_see`.
  [[nodiscard]] std::vector<Json> list(const std::string& principal, const Tasks* workspace,
                                       const std::function<bool(const Entry&)>& may_see);

  /// Whether a task of this workspace has not ended; with names: of one of its servers.
  [[nodiscard]] bool has_open(const Tasks* workspace, std::string_view toolbox = {}, std::string_view server = {});
  /// The workspace ends, and its servers with it.
  void remove_of(const Tasks* workspace);

 private:
  /// Whether the server of this workspace, as this process, runs the task.
  [[nodiscard]] static bool is_of(const Entry& entry, const Tasks* workspace, const ToolIdentifier& server,
                                  std::optional<int> process);
  void record(Entry& entry, const Json& shown);
  void forget_overdue();
  void forget_ended(const std::string& principal);
  void forget_settled(const std::string& principal, const std::string& latest);

  std::multimap<std::string, TaskObserver*> observers_;  // by our ids
  std::map<std::string, std::size_t> places_;            // reserved ones, by principal; outlives the entries' requests
  std::map<std::string, Entry> entries_;                 // by our ids
};

}  // namespace workbench::gateway
