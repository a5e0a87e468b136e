#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

#include "base/weak_handle.hpp"
#include "gateway/requests/tasks/task_table.hpp"

namespace workbench::gateway {

/// A task of which a client is notified, for as long as this exists. The state is fetched as often as its server wants
/// it to be, and at once when the server has said something about the task, since a server may notify of some changes
/// and not of others: "Requestors MUST NOT rely on receiving this notification" ("basic/utilities/tasks", Task Status
/// Notification). The first state is reported in any case: the task may have ended before the client listened.
/// [loop thread]
///
///   fetching --- a state has arrived -------------------------------> waiting; ended if it is the last one
///            --- there is none, because the task is unknown --------> ended
///            --- there is none for another reason ------------------> waiting
///   waiting  --- the poll interval has passed ----------------------> fetching
///            --- its server has notified of the task ---------------> waiting, for kMinFetchInterval at most
class TaskWatch final : public EventLoop::Subscription, private TaskObserver {
 public:
  /// Fetches the state, as fetch_state() does; Error not_found: there is no such task any more.
  using Fetch = MoveOnlyFunction<void(MoveOnlyFunction<void(Response)> done)>;
  /// Receives a DetailedTask of the extension, under our id, in a later turn of the loop.
  using Notify = MoveOnlyFunction<void(const Json& detailed_task)>;

  /// `id` is ours. The others must outlive it, and all that `fetch` names.
  TaskWatch(TaskTable& table, EventLoop& loop, std::string id, Fetch fetch, Notify notify);
  ~TaskWatch() override;

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { fetching, waiting, ended };

  void on_task_changed() override;
  void wait(std::chrono::milliseconds time);
  void fetch();
  void handle_state(const Response& response);
  void report(const Json& detailed_task);

  TaskTable& table_;
  EventLoop& loop_;
  const std::string id_;
  Fetch fetch_;
  Notify notify_;
  State state_ = State::waiting;
  bool has_changed_ = false;             // while it was being fetched
  std::optional<std::size_t> reported_;  // the hash of the latest state that was, which may have a large result
  Clock::time_point due_;                // in State::waiting: the time of timer_
  EventLoop::Timer timer_;
  base::WeakHandleSource<TaskWatch> self_{*this};
};

}  // namespace workbench::gateway
