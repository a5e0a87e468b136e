#include "event_loop/posted_tasks.hpp"

#include <iterator>
#include <utility>

namespace workbench::event_loop {

PostedTasks::PostedTasks() : wake_up_(new_event_descriptor()) {}

void PostedTasks::post(MoveOnlyFunction<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(task));
    has_posted_.store(true, std::memory_order_release);
  }
  if (std::this_thread::get_id() != loop_thread_.load(std::memory_order_relaxed)) raise_event(wake_up_.get());
}

void PostedTasks::bind_to_this_thread() {
  loop_thread_.store(std::this_thread::get_id(), std::memory_order_relaxed);
}

std::size_t PostedTasks::next_round() {
  if (!has_posted_.load(std::memory_order_acquire)) return round_.size();
  const std::lock_guard lock(mutex_);
  round_.insert(round_.end(), std::make_move_iterator(posted_.begin()), std::make_move_iterator(posted_.end()));
  posted_.clear();
  has_posted_.store(false, std::memory_order_release);
  return round_.size();
}

void PostedTasks::run_next() {
  MoveOnlyFunction<void()> task = std::move(round_.front());
  round_.pop_front();
  task();
}

void PostedTasks::clear() {
  while (next_round() != 0) {
    MoveOnlyFunction<void()> unused = std::move(round_.front());  // its destructor may post
    round_.pop_front();
  }
}

}  // namespace workbench::event_loop
