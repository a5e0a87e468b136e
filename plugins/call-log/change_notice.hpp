#pragma once

#include <chrono>
#include <list>
#include <memory>

#include <workbench/event_loop.hpp>
#include <workbench/move_only_function.hpp>

namespace workbench::call_log {

/// Tells subscribers of changes, some time later and once for all changes meanwhile: there may be 10,000 a second,
/// which cost the test of a flag then, as without subscribers. [loop thread]
class ChangeNotice {
 public:
  /// Until the returned object is destroyed. It may outlive the notice.
  [[nodiscard]] std::unique_ptr<EventLoop::Subscription> subscribe(MoveOnlyFunction<void()> changed);

  void change(EventLoop& loop) {
    if (!is_due_ && !subscribers_->empty()) tell_later(loop);
  }

  /// Before the loop ends. Subscribers are not told of earlier changes.
  void stop() {
    timer_.reset();
    is_due_ = false;
  }

  static constexpr std::chrono::milliseconds kPause{100};

 private:
  struct Subscriber {
    MoveOnlyFunction<void()> changed;
    bool has_left = false;
  };
  using Subscribers = std::list<Subscriber>;
  class Subscription;

  void tell_later(EventLoop& loop);
  void tell();

  const std::shared_ptr<Subscribers> subscribers_ = std::make_shared<Subscribers>();
  bool is_due_ = false;
  EventLoop::Timer timer_;  // set: subscribers are told when it is due
};

}  // namespace workbench::call_log
