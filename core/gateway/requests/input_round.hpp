#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <workbench/caller.hpp>
#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/result.hpp>

#include "protocol/compat/input_required.hpp"

namespace workbench::gateway {

/// The input requests of one InputRequiredResult ("basic/patterns/mrtr") on their way to a legacy client. [loop thread]
class InputRound : public std::enable_shared_from_this<InputRound> {
 public:
  /// Receives the members of `inputResponses`, or why there are none. It owns the request in whose course this is: it
  /// is called once, perhaps inside begin(), or destroyed when the request is cancelled.
  using Done = MoveOnlyFunction<void(Result<std::string> responses)>;

  /// Sends `required.input_requests` to the client, and waits for all responses, ten minutes at most; without any of
  /// them, a moment. `caller` is the client of the request that `done` owns. `loop` must outlive the round.
  static void run(EventLoop& loop, Caller& caller, protocol::InputRequired required, Done done);

  InputRound(EventLoop& loop, Caller& caller, protocol::InputRequired required, Done done);

 private:
  void begin();
  void handle_response(const std::string& key, InputResponse response);
  void finish(Result<std::string> responses);

  EventLoop& loop_;
  Caller& caller_;  // until done_ is empty
  protocol::InputRequired required_;
  std::size_t left_;
  std::string responses_;
  EventLoop::Timer timer_;
  Done done_;  // empty: finished, or cancelled
};

}  // namespace workbench::gateway
