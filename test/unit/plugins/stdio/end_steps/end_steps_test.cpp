#include "process/end_steps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "event_loop/loop.hpp"
#include "manual_time.hpp"

namespace workbench::stdio {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

class TheStepsOfAnEnd : public testing::Test, private EndSteps::Actions {
 protected:
  void pass(std::chrono::milliseconds time) {
    for (; time > 0ms; time -= 50ms) {
      test_support::pass_time(50ms);
      run_some_turns();
    }
  }

  std::chrono::milliseconds step_ = 2s;
  std::vector<std::string> taken_;
  event_loop::Loop loop_;
  EndSteps steps_{loop_, [this] { return step_; }, *this};

 private:
  void terminate() override { taken_.emplace_back("SIGTERM"); }
  void kill() override { taken_.emplace_back("SIGKILL"); }
  void give_up() override { taken_.emplace_back("launcher killed"); }

  /// Enough for all that is due.
  void run_some_turns() {
    int turns = 10;
    std::function<void()> turn = [&] { --turns == 0 ? loop_.stop() : loop_.post([&] { turn(); }); };
    turn();
    loop_.run();
  }
};

TEST_F(TheStepsOfAnEnd, FollowOneAnotherInTheirTime) {
  pass(5s);
  EXPECT_THAT(taken_, IsEmpty()) << "it has not begun";
  steps_.begin();
  pass(1'900ms);
  EXPECT_THAT(taken_, IsEmpty());
  pass(200ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM"));
  pass(1'800ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM"));
  pass(400ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM", "SIGKILL"));
  pass(2'100ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM", "SIGKILL", "launcher killed"));
  pass(10s);
  EXPECT_EQ(taken_.size(), 3U);
}

TEST_F(TheStepsOfAnEnd, BecomeShorterWhenTheWorkbenchEndsMeanwhile) {
  steps_.begin();
  pass(1s);
  step_ = 200ms;
  pass(100ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM"));
  pass(600ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM", "SIGKILL", "launcher killed"));
}

TEST_F(TheStepsOfAnEnd, BeginAgainWhileTheProcessMayEndByItself) {
  steps_.begin();
  pass(1'900ms);
  steps_.begin();
  pass(1'900ms);
  EXPECT_THAT(taken_, IsEmpty());
  pass(200ms);
  steps_.begin();
  pass(1'700ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM")) << "but not once it was sent a signal";
  pass(400ms);
  EXPECT_THAT(taken_, ElementsAre("SIGTERM", "SIGKILL"));
}

TEST_F(TheStepsOfAnEnd, AreOverWhenTheProcessHasEnded) {
  steps_.begin();
  pass(1s);
  steps_.end();
  steps_.begin();
  pass(10s);
  EXPECT_THAT(taken_, IsEmpty());
}

}  // namespace
}  // namespace workbench::stdio
