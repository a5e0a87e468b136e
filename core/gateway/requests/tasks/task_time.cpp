#include "gateway/requests/tasks/task_time.hpp"

#include <algorithm>

namespace workbench::gateway {

TaskTime::TaskTime(Clock::time_point created, std::chrono::milliseconds call_limit, const protocol::Task& task)
    : created_(created), call_limit_(call_limit) {
  record_state(task);
}

// "This value MAY change over the lifetime of a task" (SEP-2663, of ttlMs).
void TaskTime::record_state(const protocol::Task& task) {
  record_sign_of_life();
  lifetime_ = task.lifetime;
  waits_for_input_ = task.status == protocol::TaskStatus::input_required;
}

bool TaskTime::record_failure(Clock::time_point now) {
  if (!failing_since_) failing_since_ = now;
  return now - *failing_since_ >= call_limit_;
}

std::chrono::milliseconds TaskTime::total() const {
  if (waits_for_input_ || !lifetime_) return kMaxTime;
  return std::max(*lifetime_, call_limit_);
}

}  // namespace workbench::gateway
