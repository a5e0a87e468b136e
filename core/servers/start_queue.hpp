#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

#include "servers/start_load.hpp"

namespace workbench::servers {

/// Paces the starts of servers, so that fifty at once do not compete for two processors until all of them miss their
/// time limits. At most `max_starts` are under way at once; while others wait, the queue looks every few milliseconds
/// how many of the processes that start want a processor, and admits more if they leave one idle: a start that sleeps,
/// hangs or waits for the network holds up no other. Calls go before openings of whole toolboxes; among the rest, the
/// owner with the fewest starts under way comes next. core/decisions/0025 has the reasons and the measurements. [loop
/// thread]
class StartQueue {
 public:
  using Clock = std::chrono::steady_clock;

  /// How many processes of the `newest` starts want a processor; absent: the system does not tell.
  using BusyProcesses = std::function<std::optional<std::size_t>(std::size_t newest)>;

  enum class Urgency {
    opening,  ///< a toolbox is opened, or a list is needed
    call,     ///< a request waits for this server
  };

  /// Interval at which the processes are looked at while starts wait.
  static constexpr std::chrono::milliseconds kInterval{2};
  /// How long a start counts as under way at most, even if none ever leaves a processor idle.
  static constexpr std::chrono::milliseconds kMaxHold{250};

  /// `max_starts` 0: every start is admitted at once. `loop` must outlive the queue, and the queue its starts.
  StartQueue(EventLoop& loop, std::size_t max_starts, BusyProcesses busy_processes = busy_descendants);
  StartQueue(const StartQueue&) = delete;
  StartQueue& operator=(const StartQueue&) = delete;

  /// One start of a server; a member of the server, which it outlives no call of.
  class Start {
   public:
    /// `queue` null: it is admitted at once. `owner`: the owner of the start; never dereferenced.
    Start(StartQueue* queue, const void* owner) : queue_(queue), owner_(owner) {}
    Start(const Start&) = delete;
    Start& operator=(const Start&) = delete;
    ~Start() { end(); }

    /// Calls `admitted` once when its turn comes, perhaps before this returns; not at all if end() is called before.
    void begin(Urgency urgency, MoveOnlyFunction<void()> admitted);
    /// A request needs it now.
    void hurry() { urgency_ = Urgency::call; }
    /// The server is ready, has failed, or is no longer wanted. Admits no other inside this call.
    void end();

   private:
    friend class StartQueue;
    enum class State { idle, waiting, under_way };

    StartQueue* const queue_;
    const void* const owner_;
    State state_ = State::idle;
    Urgency urgency_ = Urgency::opening;
    Clock::time_point admitted_at_{};
    MoveOnlyFunction<void()> admitted_;
  };

  [[nodiscard]] std::size_t waiting() const { return waiting_.size(); }
  [[nodiscard]] std::size_t under_way() const { return under_way_.size(); }

 private:
  void admit(Start& start);
  void admit_some(std::size_t count);
  void look_again_after(std::chrono::milliseconds delay);
  void look();
  [[nodiscard]] std::size_t idle_places() const;
  [[nodiscard]] std::size_t free_places() const;
  [[nodiscard]] Start& next() const;
  [[nodiscard]] std::size_t under_way_of(const void* owner) const;

  EventLoop& loop_;
  const std::size_t max_starts_;
  const BusyProcesses busy_processes_;
  std::list<Start*> waiting_;    // the oldest first
  std::list<Start*> under_way_;  // the oldest first
  EventLoop::Timer timer_;       // set while starts wait
};

}  // namespace workbench::servers
