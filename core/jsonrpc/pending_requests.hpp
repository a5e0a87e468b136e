#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/response.hpp>

namespace workbench::jsonrpc {

/// A request of ours that a server has not answered yet.
class WaitingRequest {
 public:
  WaitingRequest() = default;
  WaitingRequest(const WaitingRequest&) = delete;
  WaitingRequest& operator=(const WaitingRequest&) = delete;
  virtual ~WaitingRequest() = default;

  /// The answer; called once at most, and the request is destroyed after it.
  virtual void answered(Response answer) = 0;

  /// A progress notification for it; `params` is the notification's, token included.
  virtual void progressed(const Json& /*params*/) {}

  /// The server has taken it up and will answer when it ends (`notifications/subscriptions/acknowledged`).
  virtual void acknowledged() {}

  /// Whether the server may be told that nobody waits any more (`initialize` is the one request where it may not).
  [[nodiscard]] virtual bool is_cancellable() const { return true; }
};

/// The requests that wait for one server, by our ids. Each is entered before it is sent and taken out exactly once:
/// by its answer, its time limit, its cancellation, or the end of the connection. [loop thread]
class WaitingRequests {
 public:
  using Clock = std::chrono::steady_clock;

  /// Told which request has waited too long; it is not taken out yet.
  using Expired = MoveOnlyFunction<void(std::uint64_t id, std::chrono::milliseconds limit)>;

  WaitingRequests(EventLoop& loop, Expired expired) : loop_(loop), expired_(std::move(expired)) {}

  /// `limit` counts from now, and again from each sign of progress.
  void enter(std::uint64_t id, std::chrono::milliseconds limit, std::unique_ptr<WaitingRequest> request);

  /// Takes a request out; null if there is none of this id (any more).
  [[nodiscard]] std::unique_ptr<WaitingRequest> take(std::uint64_t id);

  /// Passes a sign of progress to the request and gives it its whole time again. Unknown ids are ignored.
  void progressed(std::uint64_t id, const Json& params);

  /// Passes an acknowledgement to the request. Unknown ids are ignored.
  void acknowledged(std::uint64_t id);

  /// Lets the time of a request stand still, as while its server waits for a person; as many resume() give it its whole
  /// time again. Unknown ids are ignored.
  void hold(std::uint64_t id);
  void resume(std::uint64_t id);

  /// Answers all of them with `reason` and is empty afterwards. They may enter new ones meanwhile.
  void fail_all(const Error& reason);

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

 private:
  struct Entry {
    std::unique_ptr<WaitingRequest> request;
    std::chrono::milliseconds limit;
    Clock::time_point deadline;  // the latest there is: the request is held
    int holds = 0;
  };

  void arm(Clock::time_point deadline);
  void look_for_expired();

  EventLoop& loop_;
  Expired expired_;
  std::unordered_map<std::uint64_t, Entry> waiting_;

  // One timer for all: it fires at the earliest deadline that was known when it was set, and looks again. An answer in
  // time does not touch it, so that a call costs no timer.
  EventLoop::Timer timer_;
  Clock::time_point armed_for_ = Clock::time_point::max();
};

}  // namespace workbench::jsonrpc
