#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

#include <workbench/event_loop.hpp>
#include <workbench/json.hpp>
#include <workbench/move_only_function.hpp>
#include <workbench/response.hpp>

#include "base/id_slots.hpp"

namespace workbench::jsonrpc {

/// A request of ours that the peer has not answered yet. [loop thread]
class PendingRequest {
 public:
  PendingRequest() = default;
  PendingRequest(const PendingRequest&) = delete;
  PendingRequest& operator=(const PendingRequest&) = delete;
  virtual ~PendingRequest() = default;

  /// The response, or why there is none; called at most once. `self` owns this object, and may be kept to send the
  /// request again.
  virtual void handle_response(std::unique_ptr<PendingRequest> self, Response response) = 0;

  /// A progress notification for it; `params` is the notification's, token included.
  virtual void handle_progress(const Json& /*params*/) {}

  /// Whether the peer may be sent `notifications/cancelled` for it ("The initialize request MUST NOT be cancelled by
  /// clients", "basic/utilities/cancellation").
  [[nodiscard]] virtual bool is_cancellable() const { return true; }
};

/// A request whose response goes to a function.
class CallbackRequest final : public PendingRequest {
 public:
  enum class Cancellable : bool { no, yes };

  explicit CallbackRequest(MoveOnlyFunction<void(Response)> done, Cancellable cancellable = Cancellable::yes)
      : done_(std::move(done)), cancellable_(cancellable) {}

  void handle_response(std::unique_ptr<PendingRequest>, Response response) override { done_(std::move(response)); }
  [[nodiscard]] bool is_cancellable() const override { return cancellable_ == Cancellable::yes; }

 private:
  MoveOnlyFunction<void(Response)> done_;
  Cancellable cancellable_;
};

/// The requests that one peer has not answered, by our ids. Each is added before it is sent and extracted exactly once:
/// by its response, its time limit, its cancellation, or the end of the connection. [loop thread]
class PendingRequests {
 public:
  using Clock = std::chrono::steady_clock;

  /// How long a request with a time limit may take, however much progress there is: "Implementations SHOULD always
  /// enforce a maximum timeout, regardless of progress notifications" ("basic/lifecycle", Timeouts).
  static constexpr std::chrono::milliseconds kMaxTime = std::chrono::hours(24);

  /// For a request that may take any time.
  static constexpr std::chrono::milliseconds kNoLimit = std::chrono::milliseconds::max();

  /// Receives the id of a request whose time has passed; it has not been extracted yet.
  using Expired = MoveOnlyFunction<void(std::uint64_t id, std::chrono::milliseconds limit)>;

  PendingRequests(EventLoop& loop, Expired expired) : loop_(loop), expired_(std::move(expired)) {}

  /// `limit` counts from now, and again from each progress notification, up to kMaxTime.
  void add(std::uint64_t id, std::chrono::milliseconds limit, std::unique_ptr<PendingRequest> request);

  /// Null: there is none of this id (any more).
  [[nodiscard]] std::unique_ptr<PendingRequest> extract(std::uint64_t id);

  /// Passes progress to the request and restarts its time limit. False: there is none of this id (any more).
  bool handle_progress(std::uint64_t id, const Json& params);

  /// Stops the time limit of a request, for as long as the peer waits for a person; as many calls of resume() restart
  /// it. Unknown ids are ignored.
  void hold(std::uint64_t id);
  void resume(std::uint64_t id);

  /// Extracts all requests and answers them with `reason`. They may add new ones meanwhile.
  void fail_all(const Error& reason);

  [[nodiscard]] std::size_t size() const { return pending_.size(); }

 private:
  struct Entry {
    std::unique_ptr<PendingRequest> request;
    std::chrono::milliseconds limit{};
    Clock::time_point deadline{};  // time_point::max(): the request has no limit, or is held
    Clock::time_point added{};
    int holds = 0;
  };

  void arm(Clock::time_point deadline);
  void find_expired();

  EventLoop& loop_;
  Expired expired_;
  base::IdSlots<Entry> pending_;

  // One timer for all: it fires at the earliest deadline known when it was set, and is then set again. A response
  // in time does not touch it, so a request costs no timer.
  EventLoop::Timer timer_;
  Clock::time_point armed_for_ = Clock::time_point::max();
};

}  // namespace workbench::jsonrpc
