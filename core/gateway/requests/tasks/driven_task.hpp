#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/client_request.hpp"
#include "gateway/requests/tasks/task_table.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// A task that is followed to its end, while its client waits for the result. The server's input requests reach the
/// client. Either the client has called a tool and knows of no task: when it cancels, or the server's time limit
/// passes, the task is cancelled. Or it has asked for the result of a task that it knows (KnownTask): the task outlives
/// the request, and may take any time.
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
    /// The id that was the progress token of the call to a legacy server: `tasks/result` is sent with it, so that the
    /// progress of the task belongs to it. "The progressToken provided in the initial request remains valid throughout
    /// the task lifetime" ("basic/utilities/tasks").
    std::uint64_t result_id = 0;
    std::string modern_meta;  ///< the members of `_meta` of a request to a modern server; empty: it is a legacy one
    std::optional<KnownTask> known = std::nullopt;  ///< absent: the client has called a tool
  };

  /// `ended` is called once, later, unless the client cancels before: then it is destroyed.
  static void follow(Call call, protocol::Task task, Ended ended);

 private:
  class ResultRequest;

  DrivenTask(Call call, protocol::Task task, Ended ended);

  // a legacy server
  void await_result();
  void handle_result(Response response);
  void handle_progress(const Json& params);

  // a modern server
  [[nodiscard]] std::chrono::milliseconds poll_interval() const;
  void poll_later();
  void poll_when_due();
  void look_again_later();
  void poll();
  void handle_state(Response response);
  [[nodiscard]] bool stands_still();
  [[nodiscard]] bool was_settled();
  void ask(const Json& input_requests);
  [[nodiscard]] Json params_for_client(const Json& params) const;
  void handle_input(const std::string& key, const InputResponse& response);

  void request(std::string_view method, std::string_view members, MoveOnlyFunction<void(Response)> done) const;
  /// The client no longer waits for the task, or cannot give it what it needs.
  void cancel();
  void give_up(Response response);
  void end(Response response);
  void fail(Error reason);

  const Call call_;
  protocol::Task task_;
  Ended ended_;                                    // empty: it has ended
  std::chrono::steady_clock::time_point changed_;  // when the task was last seen to do something
  std::set<std::string> open_inputs_;              // keys of input requests that the client has not answered
  const std::shared_ptr<std::set<std::string>> known_inputs_;  // of those that it was asked, or has answered
  std::chrono::steady_clock::time_point next_poll_;
  EventLoop::Timer timer_;
};

}  // namespace workbench::gateway
