#include "loop/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <optional>
#include <utility>

#include "loop/timer.hpp"
#include "loop/watched_descriptor.hpp"

namespace workbench {
namespace asio = boost::asio;

struct Loop::State {
  void wait_for_signal();

  // Outlives the context, whose end destroys tasks that were never run, and with them the watches that they own.
  WatchedDescriptors watched;
  asio::io_context context{1};  // one thread runs it; any thread may post
  asio::executor_work_guard<asio::io_context::executor_type> stays_up{context.get_executor()};
  asio::signal_set signals{context};
  MoveOnlyFunction<void(int)> on_signal;
};

Loop::Loop() : state_(std::make_unique<State>()) {}
Loop::~Loop() = default;

void Loop::run() {
  state_->context.run();
  state_->context.restart();
}

void Loop::stop() {
  state_->context.stop();
}

void Loop::on_signals(std::initializer_list<int> signals, MoveOnlyFunction<void(int)> received) {
  state_->on_signal = std::move(received);
  for (const int signal : signals) state_->signals.add(signal);
  state_->wait_for_signal();
}

void Loop::State::wait_for_signal() {
  signals.async_wait([this](const boost::system::error_code& error, int signal) {
    if (error) return;
    wait_for_signal();  // first, so that a signal is heard even if the callback throws
    on_signal(signal);
  });
}

void Loop::post(MoveOnlyFunction<void()> task) {
  asio::post(state_->context, [task = std::move(task)]() mutable { task(); });
}

EventLoop::Watch Loop::watch(int fd, Readiness readiness, MoveOnlyFunction<void()> ready) {
  if (const auto found = state_->watched.find(fd); found != state_->watched.end()) {
    return found->second->watch(readiness, std::move(ready));
  }
  const auto descriptor = std::make_shared<WatchedDescriptor>(state_->context, state_->watched, fd);
  return descriptor->watch(readiness, std::move(ready));
}

EventLoop::Timer Loop::after(std::chrono::milliseconds delay, MoveOnlyFunction<void()> due) {
  return start_timer(state_->context, delay, std::move(due));
}

}  // namespace workbench
