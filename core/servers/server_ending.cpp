// How a Server is stopped, closed for good, and drained.

#include <string>
#include <utility>
#include <vector>

#include "servers/server.hpp"

namespace workbench::servers {
namespace {

constexpr std::string_view kClosed = "the workbench is ending";
constexpr std::string_view kChanged = "the configuration of this server has changed or was removed";

}  // namespace

void Server::stop(MoveOnlyFunction<void()> stopped) {
  begin_end(State::stopping, {ErrorKind::cancelled, "its toolbox was closed"}, std::move(stopped));
}

void Server::close(MoveOnlyFunction<void()> closed) {
  begin_end(State::closing, {ErrorKind::cancelled, std::string(kClosed)}, std::move(closed));
}

void Server::begin_end(State end, const Error& reason, MoveOnlyFunction<void()> ended) {
  if (state_ == State::closed) return ended();
  if (is_starting_up()) host_.log(LogLevel::debug, source_, "not started: " + reason.message);
  if (state_ != State::closing) {  // which is for good, and for its first reason
    enter(end);
    last_end_ = reason;
  }
  start_.end();
  start_timer_.reset();
  patience_timer_.reset();
  idle_timer_.reset();
  last_start_.reset();
  backoff_ = {};
  history_.timeouts_in_a_row = 0;
  has_ended_by_itself_ = false;
  waiting_for_end_.push_back(std::move(ended));
  std::vector<Waiting> cancelled = std::exchange(waiting_, {});
  end_run(reason);
  for (Waiting& waiting : cancelled) waiting.started(reason);
  if (is_ending() && ending_.empty()) finish_end();
}

void Server::finish_end() {
  enter(state_ == State::closing ? State::closed : State::stopped);
  for (auto& ended : std::exchange(waiting_for_end_, {})) ended();
  if (state_ == State::stopped && !waiting_.empty()) begin_start();
}

// --- draining --------------------------------------------------------------------------------------------------------

void Server::drain(std::chrono::milliseconds limit, MoveOnlyFunction<void()> drained) {
  changed_ = [] {};
  drained_ = std::move(drained);
  drain_limit_timer_ = host_.loop().after(limit, [this] { close_drained(); });
  if (users_ == 0) continue_draining();
}

/// Later, because the last user may be a request that is just being answered by one of our runs.
void Server::continue_draining() {
  drain_step_timer_ = host_.loop().after(std::chrono::milliseconds(0), [this] {
    if (users_ > 0) return;  // it goes on when they are gone
    if (state_ != State::closed) return close_drained();
    std::exchange(drained_, {})();  // the last line: it may destroy this
  });
}

void Server::close_drained() {
  begin_end(State::closing, {ErrorKind::unavailable, std::string(kChanged)}, [this] {
    if (users_ == 0) continue_draining();
  });
}

}  // namespace workbench::servers
