// What processes use, measured beside the loop.

#include "requests/process_usages.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "event_loop/loop.hpp"
#include "run_until.hpp"

namespace workbench::app {
namespace {

class MeasuredProcesses : public testing::Test {
 protected:
  /// Runs the loop until the figures are there.
  UsageByRoot measure(std::vector<int> roots) {
    UsageByRoot measured;
    bool is_done = false;
    usages_.measure(std::move(roots), [&](const UsageByRoot& usages) {
      measured = usages;
      is_done = true;
    });
    EXPECT_TRUE(test::run_until(loop_, [&] { return is_done; }));
    return measured;
  }

  event_loop::Loop loop_;
  ProcessUsages usages_{loop_};
};

TEST_F(MeasuredProcesses, HaveTheMemoryOfTheirRoot) {
  const UsageByRoot usages = measure({::getpid()});
  ASSERT_EQ(usages.count(::getpid()), 1U);
  EXPECT_GT(usages.at(::getpid()).memory_bytes, 100'000U);
}

TEST_F(MeasuredProcesses, AreMissingIfTheyDoNotExist) {
  constexpr int kNone = 0x7FFFFFFF;
  EXPECT_TRUE(measure({kNone}).empty());
}

TEST_F(MeasuredProcesses, OfRequestsThatComeMeanwhileAreAllMeasured) {
  int answered = 0;
  for (const int root : {::getpid(), ::getppid(), ::getpid()}) {
    usages_.measure({root}, [&, root](const UsageByRoot& usages) { answered += static_cast<int>(usages.count(root)); });
  }
  EXPECT_TRUE(test::run_until(loop_, [&] { return answered == 3; }));
}

TEST_F(MeasuredProcesses, AreKnownAtOnceIfTheyWereMeasuredJustNow) {
  static_cast<void>(measure({::getpid()}));
  bool is_done = false;
  usages_.measure({::getpid()}, [&](const UsageByRoot&) { is_done = true; });
  EXPECT_TRUE(is_done);
}

TEST_F(MeasuredProcesses, AreDroppedAtTheEnd) {
  bool is_done = false;
  {
    ProcessUsages ending(loop_);
    ending.measure({::getpid()}, [&](const UsageByRoot&) { is_done = true; });
  }
  bool is_later = false;
  loop_.post([&] { is_later = true; });
  EXPECT_TRUE(test::run_until(loop_, [&] { return is_later; }));
  EXPECT_FALSE(is_done);
}

}  // namespace
}  // namespace workbench::app
