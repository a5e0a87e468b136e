#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/event_loop.hpp>
#include <workbench/host.hpp>

#include "base/process_limits.hpp"
#include "fuzzing.hpp"
#include "json/scanner_json_access.hpp"

namespace fuzzing {

/// The time of std::chrono::steady_clock in a fuzzer that links manual_clock.cpp: it passes in ManualLoop::advance()
/// alone, so that an input has the same effect each time.
inline std::chrono::nanoseconds manual_time{std::chrono::hours(1)};

/// An event loop that does nothing by itself: the fuzzer says when tasks run and how much time passes. Costs no call of
/// the operating system.
class ManualLoop final : public workbench::EventLoop {
 public:
  void post(workbench::MoveOnlyFunction<void()> task) override { tasks_.push_back(std::move(task)); }

  [[nodiscard]] Watch watch(int /*fd*/, workbench::Readiness readiness,
                            workbench::MoveOnlyFunction<void()> ready) override {
    return subscribe(watches_, readiness, std::move(ready));
  }

  [[nodiscard]] Timer after(std::chrono::milliseconds delay, workbench::MoveOnlyFunction<void()> due) override {
    return subscribe(timers_, manual_time + std::max(delay, std::chrono::milliseconds(0)), std::move(due));
  }

  /// Runs what is due now, until nothing is. The end of the program if that does not come.
  void run() {
    constexpr int kMaxTurns = 100'000;
    for (int turn = 0; turn < kMaxTurns; ++turn) {
      if (tasks_.empty() && !expire()) return;
      for (auto now = std::exchange(tasks_, {}); !now.empty(); now.pop_front()) now.front()();
    }
    require(false, "the loop comes to rest");
  }

  /// The same for what becomes due within `time`, in its order.
  void advance(std::chrono::milliseconds time) {
    const auto end = manual_time + time;
    run();
    while (!timers_.empty() && timers_.begin()->first <= end) {
      manual_time = std::max(manual_time, timers_.begin()->first);
      run();
    }
    manual_time = end;
  }

  /// Calls the watches for `readiness` once, as if their descriptors were ready.
  void notify(workbench::Readiness readiness) {
    std::vector<std::shared_ptr<Callback>> called;
    const auto [begin, end] = watches_.equal_range(readiness);
    for (auto watch = begin; watch != end; ++watch) called.push_back(watch->second);
    for (const auto& callback : called) call(callback);
    run();
  }

 private:
  struct Callback {
    workbench::MoveOnlyFunction<void()> function;
    bool is_subscribed = true;
  };

  template <typename Map>
  class Entry final : public Subscription {
   public:
    Entry(Map& map, typename Map::iterator place) : map_(map), place_(place), callback_(place->second) {}
    ~Entry() override {
      if (!std::exchange(callback_->is_subscribed, false)) return;
      map_.erase(place_);
    }

   private:
    Map& map_;
    typename Map::iterator place_;
    std::shared_ptr<Callback> callback_;
  };

  template <typename Map>
  [[nodiscard]] std::unique_ptr<Subscription> subscribe(Map& map, typename Map::key_type key,
                                                        workbench::MoveOnlyFunction<void()> function) {
    auto callback = std::make_shared<Callback>();
    callback->function = std::move(function);
    return std::make_unique<Entry<Map>>(map, map.emplace(key, std::move(callback)));
  }

  static void call(const std::shared_ptr<Callback>& callback) {
    if (callback->is_subscribed) callback->function();
  }

  /// Calls the first timer that is due; a timer is over before it is called. False: none is.
  bool expire() {
    if (timers_.empty() || timers_.begin()->first > manual_time) return false;
    const std::shared_ptr<Callback> callback = timers_.begin()->second;
    timers_.erase(timers_.begin());
    callback->is_subscribed = false;
    callback->function();
    return true;
  }

  std::deque<workbench::MoveOnlyFunction<void()>> tasks_;
  std::multimap<std::chrono::nanoseconds, std::shared_ptr<Callback>> timers_;
  std::multimap<workbench::Readiness, std::shared_ptr<Callback>> watches_;
};

/// A host on such a loop. What is logged is only counted.
class ManualHost final : public workbench::Host, private workbench::base::CoreHost {
 public:
  [[nodiscard]] ManualLoop& loop() override { return loop_; }
  [[nodiscard]] const workbench::JsonAccess& json() const override { return json_; }
  [[nodiscard]] const workbench::base::ProcessLimits& limits() const override { return changeable_limits; }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> resolve(
      std::string /*name*/, std::uint16_t /*port*/, workbench::MoveOnlyFunction<void(Addresses)> /*done*/) override {
    return nullptr;
  }
  void log(workbench::LogLevel /*level*/, std::string_view /*source*/, std::string_view text) override {
    ++logged_lines;
    logged_bytes += text.size();
  }
  [[nodiscard]] std::unique_ptr<workbench::EventLoop::Subscription> add_metrics(
      workbench::MoveOnlyFunction<void(workbench::MetricsWriter&)> /*collect*/) override {
    return nullptr;
  }
  [[nodiscard]] std::string metrics() override { return {}; }
  [[nodiscard]] void* find_extension(workbench::ExtensionId id) override {
    return id == CoreHost::kExtension ? static_cast<CoreHost*>(this) : nullptr;
  }

  workbench::base::ProcessLimits changeable_limits;
  std::size_t logged_lines = 0;
  std::size_t logged_bytes = 0;

 private:
  [[nodiscard]] const workbench::base::ProcessLimits& process_limits() const override { return changeable_limits; }

  ManualLoop loop_;
  workbench::json::ScannerJsonAccess json_{64};
};

/// Plays a conversation, a line each step, and runs the loop after each: a line that begins with an exclamation mark is
/// an action, named by the next character and with the number (0 to 15) in the one after it; every other line is sent.
template <typename Send, typename Act>
void play(std::string_view conversation, ManualLoop& loop, Send send, Act act) {
  while (!conversation.empty()) {
    const std::string_view line = take_line(conversation);
    if (!line.starts_with('!')) {
      send(std::string(line));
    } else if (line.size() > 1) {
      act(line[1], line.size() > 2 ? static_cast<std::size_t>(line[2] & 0x0f) : 0);
    }
    loop.run();
  }
}

}  // namespace fuzzing
