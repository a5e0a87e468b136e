#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/weak_handle.hpp"
#include "clients/backend.hpp"

namespace workbench::clients {

/// The resources that the client of one session has subscribed to, in either era, on their way to the backend.
/// [loop thread]
class WatchedResources {
 public:
  /// `collect` returns the current set of resources. The others must outlive this object.
  WatchedResources(Host& host, Backend& backend, MoveOnlyFunction<std::set<std::string>()> collect)
      : host_(host), backend_(backend), collect_(std::move(collect)) {}

  /// The set has changed. It is sent to the backend soon, not at once, because a client may subscribe to many in a row.
  void update();

  /// The same; `uri` was added or removed, and `done` is called once, later, with the answer of the server that has
  /// it: its result, its error, or why there is none. Not called after the end of this object. `scopes`: see
  /// Caller::scopes(); with scopes, the backend is sent a new `uri` only when it has found that they suffice for it.
  void update_and_await(std::string uri, std::shared_ptr<const Scopes> scopes, MoveOnlyFunction<void(Response)> done);

  /// Whether the set is about to be sent to the backend.
  [[nodiscard]] bool is_due() const { return timer_ != nullptr; }
  /// Sends the set now: the client's next message must not overtake it.
  void send();

 private:
  /// Sends all resources except those that the backend has still to check.
  void send_checked();
  void handle_answer(const std::string& uri, bool is_granted);

  struct Awaited {
    std::string uri;
    std::shared_ptr<const Scopes> scopes;
    MoveOnlyFunction<void(Response)> done;
  };

  Host& host_;
  Backend& backend_;
  MoveOnlyFunction<std::set<std::string>()> collect_;
  std::vector<Awaited> awaited_;
  std::multiset<std::string> unchecked_;  // for which the backend has not answered yet whether scopes are enough
  std::set<std::string> sent_;
  EventLoop::Timer timer_;  // set: the backend is about to be sent them
  base::WeakHandleSource<WatchedResources> self_{*this};
};

}  // namespace workbench::clients
