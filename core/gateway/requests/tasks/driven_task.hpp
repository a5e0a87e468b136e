#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/client_request.hpp"
#include "protocol/tasks.hpp"
#include "servers/server.hpp"

namespace workbench::gateway {

/// A task that a server has made of a tool call whose client does not know tasks: it is followed to its end, and the
/// client waits as for any other call. The server's input requests reach the client; when the client cancels, or the
/// server's time limit passes, the task is cancelled.
///
/// Owned by the functions that wait for its server, its timers and its client, so that the latter must be answered or
/// cancelled at last. [loop thread]
class DrivenTask : public std::enable_shared_from_this<DrivenTask> {
 public:
  /// Receives the result of the call, the server's error, or why there is none.
  using Ended = MoveOnlyFunction<void(Response)>;

  /// The owner of the task.
  struct Call {
    servers::ServerLease server;
    detail::ClientRequest& client;  ///< must live until `ended` is called or destroyed
    /// The id that was the progress token of the call to a legacy server: `tasks/result` is sent with it, so that the
    /// progress of the task belongs to it. "The progressToken provided in the initial request remains valid throughout
    /// the task lifetime" ("basic/utilities/tasks").
    std::uint64_t result_id = 0;
    std::string modern_meta;  ///< the members of `_meta` of a request to a modern server; empty: it is a legacy one
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
  void ask(const Json& input_requests);
  void handle_input(const std::string& key, const InputResponse& response);

  void request(std::string_view method, std::string_view members, MoveOnlyFunction<void(Response)> done);
  void cancel();
  void give_up(Response response);
  void end(Response response);
  void fail(Error reason);

  const Call call_;
  protocol::Task task_;
  Ended ended_;                                    // empty: it has ended
  std::chrono::steady_clock::time_point changed_;  // when the task was last seen to do something
  std::size_t asked_ = 0;                          // input requests that the client has not answered
  std::set<std::string> known_inputs_;             // keys of those that it was asked, or has answered
  std::chrono::steady_clock::time_point next_poll_;
  EventLoop::Timer timer_;
};

}  // namespace workbench::gateway
