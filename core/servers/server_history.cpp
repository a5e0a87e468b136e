#include "servers/server_history.hpp"

#include <utility>

#include "base/text.hpp"
#include "base/visible_text.hpp"

namespace workbench::servers {
namespace {

/// A failure is read by models, at every opening: longer ones are in the log alone.
constexpr std::size_t kMaxFailureBytes = 500;

Error visible(Error reason) {
  reason.message = base::visible_text(reason.message);
  return reason;
}

}  // namespace

void ServerHistory::record_start() {
  backoff_.record_start(Clock::now());
  started_at_ = std::chrono::system_clock::now();
  const bool is_restart = std::exchange(has_ended_by_itself_, false);
  restarts_ += is_restart ? 1 : 0;
  if (counters_ == nullptr) return;
  ++counters_->starts;
  if (is_restart) ++counters_->restarts;
}

void ServerHistory::record_failed_start(const Error& reason, bool is_of_server) {
  if (is_of_server) backoff_.record_end(Clock::now());
  last_end_ = visible({reason.kind, base::shortened(reason.message, kMaxFailureBytes)});
  last_failure_ = last_end_.message;
  last_start_ = Result<void>(last_end_);
  if (counters_ != nullptr) ++counters_->failed_starts;
}

void ServerHistory::record_end(const Error& reason) {
  backoff_.record_end(Clock::now());
  last_end_ = visible(reason);
  last_failure_ = base::shortened(last_end_.message, kMaxFailureBytes);
  has_ended_by_itself_ = true;
}

void ServerHistory::record_stop(const Error& reason) {
  last_end_ = visible(reason);
  last_start_.reset();
  forgive();
}

void ServerHistory::record_call(const Error* reason) {
  ++calls_;
  if (reason == nullptr) {
    timeouts_in_a_row_ = 0;
    backoff_.record_answer();
  } else if (reason->kind == ErrorKind::timed_out) {
    ++timeouts_;
    ++timeouts_in_a_row_;
  }
}

void ServerHistory::forgive() {
  backoff_ = {};
  timeouts_in_a_row_ = 0;
  has_ended_by_itself_ = false;
}

Error ServerHistory::refusal(std::chrono::milliseconds wait) const {
  const std::string ends = std::to_string(backoff_.ends_in_a_row()) + " times";
  return {ErrorKind::unavailable,
          "the server has ended " + ends + " in a row and may be started again in " + base::format_duration(wait) +
              "; calls are refused until then. It ended " + ends + " within " + base::format_duration(backoff_.span()) +
              ", the last time: " + last_end_.message +
              ". If waiting does not help, correct the server or its entry in the configuration"};
}

ServerHealth ServerHistory::health(bool is_shared) const {
  ServerHealth health;
  health.age = std::chrono::floor<std::chrono::milliseconds>(Clock::now() - since_);
  health.failures_in_a_row = backoff_.ends_in_a_row();
  health.timeouts_in_a_row = timeouts_in_a_row_;
  if (health.failures_in_a_row > 0) health.last_error = last_failure_;
  if (!is_shared) {
    health.calls = calls_;
    health.timeouts = timeouts_;
  }
  return health;
}

}  // namespace workbench::servers
