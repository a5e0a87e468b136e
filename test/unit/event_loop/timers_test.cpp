#include "event_loop/timers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using workbench::event_loop::Timers;
using Clock = Timers::Clock;

/// Timers whose callbacks are recorded by name, called at times that the test chooses.
class TimersTest : public testing::Test {
 protected:
  workbench::EventLoop::Timer start(std::chrono::milliseconds delay, const std::string& name) {
    return timers.start(delay, [this, name] { called.push_back(name); });
  }
  void call_due(std::chrono::milliseconds after_start) {
    while (timers.call_due(begun + after_start)) {
    }
  }

  const Clock::time_point begun = Clock::now();
  Timers timers;
  std::vector<std::string> called;
};

TEST_F(TimersTest, AreCalledInTheOrderOfTheirTimes) {
  const auto later = start(20ms, "later");
  const auto sooner = start(10ms, "sooner");
  call_due(500ms);
  EXPECT_THAT(called, ElementsAre("sooner", "later"));
}

TEST_F(TimersTest, GetMoreTimeIfTheProcessWasStopped) {
  const auto limit = start(1000ms, "limit");
  call_due(10s);
  EXPECT_THAT(called, IsEmpty());
  call_due(10s + Timers::kGrace);
  EXPECT_THAT(called, ElementsAre("limit"));
}

TEST_F(TimersTest, GetMoreTimeOnceForEachStop) {
  const auto limit = start(1000ms, "limit");
  call_due(10s);
  call_due(20s);
  EXPECT_THAT(called, ElementsAre("limit"));
}

TEST_F(TimersTest, KeepTheirOrderWhenTheyGetMoreTime) {
  const auto second = start(200ms, "second");
  const auto first = start(100ms, "first");
  call_due(10s);
  call_due(10s + Timers::kGrace);
  EXPECT_THAT(called, ElementsAre("first", "second"));
}

TEST_F(TimersTest, ThatBeginAfterAStopAreCalledAtTheirTime) {
  const auto limit = start(100ms, "limit");
  const auto later = start(10'100ms, "later");
  call_due(10s);
  call_due(10'200ms);
  EXPECT_THAT(called, ElementsAre("later"));
  call_due(10s + Timers::kGrace);
  EXPECT_THAT(called, ElementsAre("later", "limit"));
}

TEST_F(TimersTest, OfWhichOneIsALittleLateAreCalledAtOnce) {
  const auto limit = start(100ms, "limit");
  call_due(100ms + Timers::kMaxLateness);
  EXPECT_THAT(called, ElementsAre("limit"));
}

}  // namespace
