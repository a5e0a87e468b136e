#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <workbench/caller.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>

#include "servers/event.hpp"

namespace workbench::gateway {

/// What a legacy server asks in the course of one task whose client is a modern one. A legacy server sends input
/// requests, a modern client fetches them with the task (`inputRequests` of `tasks/get`) and answers them with
/// `tasks/update`: they are held in between. A request that is destroyed unanswered is answered with an error. [loop
/// thread]
class HeldInputs {
 public:
  /// `capabilities` are the client's, which is asked nothing that they do not declare.
  void hold(servers::InputRequested requested, const Json& capabilities);

  /// The requests that are neither answered nor cancelled, as the InputRequests of a task; absent: there are none. Each
  /// has a key of its own: "Each request key in inputRequests MUST be unique over the lifetime of a single task"
  /// (SEP-2663, Task Update Requests).
  [[nodiscard]] Json requests();

  /// Passes on the client's InputResponses. "A server SHOULD ignore any inputResponses responses mapped to a key that
  /// is not currently outstanding for the task" (as above).
  void respond(const Json& input_responses);

 private:
  struct Held {
    InputRequest input_request;
    MoveOnlyFunction<void(InputResponse)> respond;
  };

  void drop_cancelled();

  std::map<std::string, Held> held_;  // by key
  std::uint64_t last_key_ = 0;
};

}  // namespace workbench::gateway
