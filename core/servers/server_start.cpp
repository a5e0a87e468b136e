#include "servers/server_start.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/process_limits.hpp"
#include "base/text.hpp"
#include "base/trace_scope.hpp"

namespace workbench::servers {

ServerStart::ServerStart(Host& host, const std::string& source, StartQueue* queue, const void* owner,
                         MoveOnlyFunction<void()> run)
    : host_(host), source_(source), begin_run_(std::move(run)), turn_(queue, owner) {}

void ServerStart::add(Started started, Patience patience) {
  if (patience == Patience::of_call) turn_.hurry();
  waiting_.push_back({std::move(started), patience});
}

std::vector<ServerStart::Started> ServerStart::take_waiting() {
  std::vector<Started> taken;
  for (Waiting& one : std::exchange(waiting_, {})) taken.push_back(std::move(one.started));
  return taken;
}

void ServerStart::begin_spans() {
  span_ = Span(host_.extension<TraceSink>(), SpanKind::client, "start " + source_, base::TraceScope::current());
  const std::size_t slash = source_.find('/');
  span_.set("mcp_workbench.toolbox", source_.substr(0, slash));
  span_.set("mcp_workbench.server", slash == std::string::npos ? std::string() : source_.substr(slash + 1));
}

void ServerStart::end_spans(std::string_view failure) {
  if (!failure.empty()) span_.fail(failure);
  queued_span_.end();
  span_.end();
}

void ServerStart::begin(std::chrono::milliseconds delay) {
  begin_spans();
  if (delay == std::chrono::milliseconds(0)) return queue_up();
  phase_ = Phase::delayed;
  delay_timer_ = host_.loop().after(delay, [this] { queue_up(); });
}

void ServerStart::queue_up() {
  phase_ = Phase::queued;
  delay_timer_.reset();
  wait_with_patience();
  const bool has_call = std::any_of(waiting_.begin(), waiting_.end(),
                                    [](const Waiting& one) { return one.patience == Patience::of_call; });
  if (span_.is_open())
    queued_span_ = Span(host_.extension<TraceSink>(), SpanKind::internal, "queue " + source_, span_.context());
  turn_.begin(has_call ? StartQueue::Urgency::call : StartQueue::Urgency::opening, [this] {
    phase_ = Phase::running;
    queued_span_.end();
    wait_with_patience();
    begin_run_();
  });
}

void ServerStart::succeed() {
  hangs_ = false;
  end_spans({});
  cancel();
}

void ServerStart::fail() {
  if (phase_ == Phase::overdue) hangs_ = true;
  end_spans("start_failed");
  cancel();
}

void ServerStart::cancel() {
  phase_ = Phase::none;
  end_spans("cancelled");
  turn_.end();
  delay_timer_.reset();
  patience_timer_.reset();
}

/// Whether the server waits for its turn or starts: no caller's patience is longer.
void ServerStart::wait_with_patience() {
  patience_timer_ = host_.loop().after(base::process_limits(host_).open_patience, [this] { end_patience(); });
}

void ServerStart::end_patience() {
  const bool is_queued = phase_ == Phase::queued;
  if (is_queued) {
    wait_with_patience();  // of new callers
  } else {
    phase_ = Phase::overdue;
  }
  const auto first = std::stable_partition(waiting_.begin(), waiting_.end(),
                                           [](const Waiting& one) { return one.patience != Patience::limited; });
  std::vector<Waiting> patient(std::make_move_iterator(first), std::make_move_iterator(waiting_.end()));
  waiting_.erase(first, waiting_.end());
  if (patient.empty()) return;
  host_.log(
      LogLevel::information, source_,
      (is_queued ? "still waits for other servers to start (limits.serverStarts) after " : "is still starting after ") +
          base::format_duration(base::process_limits(host_).open_patience) +
          " (limits.openPatience); only calls of its tools wait for it from now on");
  for (Waiting& one : patient) one.started({});
}

}  // namespace workbench::servers
