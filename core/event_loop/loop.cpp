#include "event_loop/loop.hpp"

#include <atomic>
#include <chrono>
#include <utility>

#include "event_loop/posted_tasks.hpp"
#include "event_loop/signals.hpp"
#include "event_loop/timers.hpp"
#include "event_loop/watches.hpp"

namespace workbench::event_loop {

struct Loop::State {
  ~State();

  [[nodiscard]] bool is_stopping() const { return stopping.load(std::memory_order_relaxed); }
  void run_tasks();
  void call_due_timers();
  void sleep();
  void report_activity();
  void call_ready_watches();

  PostedTasks tasks;
  Timers timers;
  Signals signals;
  Watches watches;
  EventLoop::Watch wake_up =
      watches.watch(tasks.wake_up(), Readiness::readable, [this] { clear_event(tasks.wake_up()); });
  EventLoop::Watch signal_arrival =
      watches.watch(signals.arrival(), Readiness::readable, [this] { signals.dispatch(); });
  EventLoop::Watch alarm = watches.watch(timers.alarm(), Readiness::readable, [this] { has_due_timers = true; });
  bool has_due_timers = false;
  MoveOnlyFunction<void()> next_activity;  // empty: no callback is set
  std::atomic<bool> stopping{false};
};

// Callbacks may own watches and timers, so all are removed while the three containers still exist.
Loop::State::~State() {
  tasks.clear();
  next_activity = {};
  timers.clear();
  watches.clear();
  tasks.clear();  // what the destruction of the others posted
}

Loop::Loop() : state_(std::make_unique<State>()) {}
Loop::~Loop() = default;

void Loop::run() {
  state_->tasks.bind_to_this_thread();
  while (!state_->is_stopping()) {
    state_->run_tasks();
    state_->sleep();
    state_->report_activity();
    state_->call_ready_watches();
    state_->call_due_timers();
  }
  state_->stopping = false;
}

void Loop::stop() {
  state_->stopping = true;
  raise_event(state_->tasks.wake_up());
}

// Tasks that these tasks post run in the next round, after descriptors and timers.
void Loop::State::run_tasks() {
  for (std::size_t left = tasks.next_round(); left != 0 && !is_stopping(); --left) tasks.run_next();
}

// After the ready descriptors: a timeout's event may have arrived.
void Loop::State::call_due_timers() {
  if (!has_due_timers) return;
  const auto now = Timers::Clock::now();
  while (!is_stopping() && timers.call_due(now)) {
  }
  has_due_timers = false;
}

void Loop::State::sleep() {
  if (!is_stopping()) watches.wait(tasks.are_waiting() ? Watches::Wait::no : Watches::Wait::yes);
}

void Loop::State::report_activity() {
  if (next_activity && !is_stopping()) std::exchange(next_activity, {})();
}

void Loop::State::call_ready_watches() {
  while (!is_stopping() && watches.call_next()) {
  }
}

void Loop::on_signals(std::initializer_list<int> signals, MoveOnlyFunction<void(int)> received) {
  state_->signals.handle(signals, std::move(received));
}

void Loop::on_next_activity(MoveOnlyFunction<void()> active) {
  state_->next_activity = std::move(active);
}

void Loop::post(MoveOnlyFunction<void()> task) {
  state_->tasks.post(std::move(task));
}

EventLoop::Watch Loop::watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) {
  return state_->watches.watch(fd, readiness, std::move(ready));
}

EventLoop::Timer Loop::after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) {
  return state_->timers.start(delay, std::move(due));
}

}  // namespace workbench::event_loop
