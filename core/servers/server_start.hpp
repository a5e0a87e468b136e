#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/result.hpp>
#include <workbench/trace_span.hpp>

#include "servers/start_queue.hpp"

namespace workbench::servers {

/// The starts of one server, one after the other: when each may begin, which callers wait for it, and for how long. The
/// server itself decides how it is run, and how a start has ended. [loop thread]
class ServerStart {
 public:
  using Started = MoveOnlyFunction<void(Result<void>)>;

  enum class Patience {
    unlimited,  ///< waits until the start has ended
    limited,    ///< waits for limits.openPatience at most, counted from the beginning of the start
    of_call,    ///< as `unlimited`; a request needs the server, and so it starts before those that are only opened
  };

  /// `source` is the server's name in the log; for `queue` and `owner` see StartQueue::Start. `run` runs the
  /// server when it is its turn, and may call any function of this. All of them must outlive this.
  ServerStart(Host& host, const std::string& source, StartQueue* queue, const void* owner,
              MoveOnlyFunction<void()> run);

  /// Keeps `started` until take_waiting(), or calls it with success when its patience is over.
  void add(Started started, Patience patience);
  [[nodiscard]] bool has_waiting() const { return !waiting_.empty(); }
  /// All waiting callbacks, in the order of their arrival; none is left.
  [[nodiscard]] std::vector<Started> take_waiting();

  /// Whether waiting with a limited patience makes sense: not for a start that has lasted longer than that already,
  /// nor if the last one that did has failed, and none has succeeded since.
  [[nodiscard]] bool is_worth_patience() const { return !hangs_ && phase_ != Phase::overdue; }

  /// Runs the server after `delay`, when it is its turn; perhaps inside this call.
  void begin(std::chrono::milliseconds delay);
  void succeed();
  void fail();
  /// The server is no longer wanted.
  void cancel();

 private:
  enum class Phase {
    none,
    delayed,  ///< delay_timer_ is set
    queued,   ///< waits for its turn
    running,  ///< `run` was called
    overdue,  ///< the same, for longer than limits.openPatience
  };

  struct Waiting {
    Started started;
    Patience patience;
  };

  void begin_spans();
  void end_spans(std::string_view failure);
  void queue_up();
  void wait_with_patience();
  void end_patience();

  Host& host_;
  const std::string& source_;
  MoveOnlyFunction<void()> begin_run_;
  std::vector<Waiting> waiting_;
  Phase phase_ = Phase::none;
  bool hangs_ = false;  // a start was overdue and failed, and none has succeeded since
  EventLoop::Timer delay_timer_;
  EventLoop::Timer patience_timer_;  // while it is queued, from the beginning of that, and while it is running
  StartQueue::Start turn_;
  Span span_;         // of the start, within the trace of the request that has caused it
  Span queued_span_;  // while it waits for its turn
};

}  // namespace workbench::servers
