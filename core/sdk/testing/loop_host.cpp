#include <utility>

#include <workbench/testing/loop_host.hpp>

#include "base/process_limits.hpp"
#include "event_loop/loop.hpp"
#include "event_loop/resolver.hpp"
#include "json/scanner_json_access.hpp"

namespace workbench::test {
namespace {

constexpr std::chrono::milliseconds kInterval{1};
constexpr std::chrono::milliseconds kMoment{5};

/// Stops the loop when `done` returns true or at `end`.
void stop_when(event_loop::Loop& loop, EventLoop::Timer& timer, const std::function<bool()>& done,
               std::chrono::steady_clock::time_point end) {
  if (done() || std::chrono::steady_clock::now() >= end) return loop.stop();
  timer = loop.after(kInterval, [&loop, &timer, &done, end] { stop_when(loop, timer, done, end); });
}

}  // namespace

struct detail::LoopHostParts::Parts {
  event_loop::Loop loop;
  event_loop::Resolver resolver{loop};
  json::ScannerJsonAccess json{base::ProcessLimits().message_depth};
};

detail::LoopHostParts::LoopHostParts() : parts_(std::make_unique<Parts>()) {}

detail::LoopHostParts::~LoopHostParts() = default;

EventLoop& detail::LoopHostParts::own_loop() {
  return parts_->loop;
}

const JsonAccess& detail::LoopHostParts::own_json() {
  return parts_->json;
}

std::unique_ptr<EventLoop::Subscription> LoopHost::resolve(std::string name, std::uint16_t port,
                                                           MoveOnlyFunction<void(Addresses)> done) {
  return parts_->resolver.resolve(std::move(name), port, std::move(done));
}

bool LoopHost::run_until(const std::function<bool()>& done, std::chrono::milliseconds patience) {
  event_loop::Loop& event_loop = parts_->loop;
  EventLoop::Timer timer;
  const auto end = std::chrono::steady_clock::now() + patience;
  event_loop.post([&] { stop_when(event_loop, timer, done, end); });
  event_loop.run();
  return done();
}

// On a busy machine the timer that ends it may come due in the same round as what it waits for: what that has posted
// still runs, and what this posts in turn.
void LoopHost::run_what_is_due() {
  event_loop::Loop& event_loop = parts_->loop;
  const auto end =
      event_loop.after(kMoment, [&] { event_loop.post([&] { event_loop.post([&] { event_loop.stop(); }); }); });
  event_loop.run();
}

}  // namespace workbench::test
