#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/client_request.hpp"
#include "gateway/requests/tasks/task_at_server.hpp"
#include "gateway/requests/tasks/task_inputs.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "gateway/requests/tasks/task_time.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// A task that is followed to its end, while its client waits for the result. The server's input requests reach the
/// client. Either the client has called a tool and knows of no task: when it cancels, or the task takes longer than it
/// may (TaskTime), the task is cancelled. Or it has asked for the result of a task that it knows (KnownTask): the task
/// outlives the request, and may take any time.
///
///   polling  --- the task has not ended --------------------------------> waiting
///            --- it has ended, and the answer says with what -----------> ended
///            --- it has ended at a legacy server, which has to be asked -> fetching
///            --- no answer, but perhaps to the next poll ---------------> waiting
///            --- no answer for too long, or the task is unknown --------> ended
///            --- clients were told of its end, such as a cancellation --> ended
///   waiting  --- the poll interval has passed --------------------------> polling
///   fetching --- the result of the call, or its error ------------------> ended
///            --- no answer, but perhaps the next time ------------------> waiting
///   polling, waiting, fetching
///            --- the server ends, the client cancels, the time is over -> ended
///
/// Owned by the functions that wait for its server, its timers and its client, so that the latter must be answered or
/// cancelled at last. [loop thread]
class DrivenTask : public std::enable_shared_from_this<DrivenTask> {
 public:
  /// Receives the result of the call, the server's error, or why there is none.
  using Ended = MoveOnlyFunction<void(Response)>;

  /// The task of a legacy client at a modern server.
  struct KnownTask {
    TaskTable& table;                              ///< must outlive the server
    std::string id;                                ///< ours
    std::shared_ptr<std::set<std::string>> asked;  ///< see TaskTable::Entry::asked_inputs
  };

  /// The request that waits for the end of the task.
  struct Call {
    servers::ServerLease server;
    detail::ClientRequest& client;  ///< must live until `ended` is called or destroyed
    /// The id and progress token of the call that has become the task; not used for a KnownTask.
    std::uint64_t id = 0;
    std::string modern_meta;  ///< the members of `_meta` of a request to a modern server; empty: it is a legacy one
    std::optional<KnownTask> known = std::nullopt;  ///< absent: the client has called a tool
  };

  /// `ended` is called once, perhaps inside this call; with ErrorKind::cancelled if the client cancels before.
  static void follow(Call call, protocol::Task task, Ended ended);

 private:
  enum class State { polling, waiting, fetching, ended };
  class Course;

  DrivenTask(Call call, protocol::Task task, Ended ended);
  void begin();

  void poll();
  void poll_later();
  [[nodiscard]] std::chrono::milliseconds next_interval();
  void handle_poll(Response response);
  [[nodiscard]] bool was_settled();
  void handle_end(const Json& state);
  void handle_no_answer(const Response& reason);
  void handle_progress(const Json& params);
  [[nodiscard]] bool is_overdue() const;

  /// A legacy server, for what the task has ended with.
  void ask_for_result();
  void handle_result(Response response);

  /// The client no longer waits for the task, or cannot give it what it needs.
  void cancel();
  /// The server has not said how the task ends: it may continue.
  void give_up(Error reason);
  void give_up_as_overdue();
  void end(Response response);

  const Call call_;
  const TaskAtServer at_;
  protocol::Task task_;
  TaskTime time_;
  TaskInputs inputs_;  // of a modern server
  Ended ended_;
  State state_ = State::polling;
  Course* course_ = nullptr;                // null: it is over
  std::uint64_t result_request_ = 0;        // our pending `tasks/result`; 0: there is none
  std::chrono::milliseconds own_interval_;  // until the next poll, if the server states none
  EventLoop::Timer timer_;                  // in State::waiting
};

}  // namespace workbench::gateway
