#pragma once

#include <utility>
#include <vector>

#include <workbench/caller.hpp>

namespace workbench::servers {

/// A client's request that a server is working on. [loop thread]
class InFlightRequest {
 public:
  [[nodiscard]] virtual Caller& caller() = 0;

  /// Asks the client behind it what the server wants to know; see Caller::ask().
  virtual void ask(InputRequest input_request, MoveOnlyFunction<void(Response)> answered) = 0;

 protected:
  ~InFlightRequest() = default;
};

/// The requests that one server is working on. A legacy server asks its questions without saying for
/// which of them, so that they have to be told apart by who is there. [loop thread]
class InFlightRequests {
 public:
  void enter(InFlightRequest& request) {
    requests_.push_back(&request);
    was_used_ = true;
  }
  void leave(InFlightRequest& request);

  /// Whether there has been a request since the last time that this was asked.
  [[nodiscard]] bool test_and_clear_used() { return std::exchange(was_used_, false) || !requests_.empty(); }

  /// The one request that a log message of the server's must belong to; null: none, or nobody can tell.
  [[nodiscard]] InFlightRequest* only_one() const;

  /// Those that do not themselves wait for their client.
  [[nodiscard]] std::vector<InFlightRequest*> running() const;

 private:
  std::vector<InFlightRequest*> requests_;
  bool was_used_ = false;
};

}  // namespace workbench::servers
