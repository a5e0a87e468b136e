#include "gateway/requests/tasks/task_time.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>

namespace {

using namespace std::chrono_literals;
using namespace workbench;
using gateway::TaskTime;
using protocol::TaskStatus;

constexpr auto kCall = 60'000ms;

struct TotalRow {
  const char* name;
  std::optional<std::chrono::milliseconds> lifetime;
  TaskStatus status;
  std::chrono::milliseconds total;
};

class ATasksTime : public testing::TestWithParam<TotalRow> {};

INSTANTIATE_TEST_SUITE_P(
    By, ATasksTime,
    testing::Values(TotalRow{"ItsLifetime", 600'000ms, TaskStatus::working, 600'000ms},
                    TotalRow{"ADayWithoutALifetime", std::nullopt, TaskStatus::working, 24h},
                    TotalRow{"ThatOfACallIfTheLifetimeIsShorter", 60ms, TaskStatus::working, kCall},
                    TotalRow{"ThatOfACallIfThereIsNoLifetimeAtAll", 0ms, TaskStatus::working, kCall},
                    TotalRow{"ADayWhileItWaitsForInput", 600'000ms, TaskStatus::input_required, 24h}),
    [](const auto& row) { return row.param.name; });

TEST_P(ATasksTime, Is) {
  const TaskTime::Clock::time_point created{1h};
  protocol::Task task;
  task.lifetime = GetParam().lifetime;
  task.status = GetParam().status;
  const TaskTime time(created, kCall, task);
  EXPECT_TRUE(time.total() == GetParam().total) << time.total().count();
  EXPECT_TRUE(time.end() == created + GetParam().total);
}

TEST(ATaskWithALifetime, HasTheOneThatItsServerStatesAtLast) {
  protocol::Task task;
  TaskTime time(TaskTime::Clock::time_point(1h), kCall, task);
  task.lifetime = 120'000ms;
  time.record_state(task);
  EXPECT_EQ(time.total().count(), 120'000);
}

TEST(ATaskWithoutAnswers, IsGivenUpAfterTheTimeOfACall) {
  TaskTime time(TaskTime::Clock::time_point(0s), kCall, {});
  const auto fails_at = [&](std::chrono::seconds at) { return time.record_failure(TaskTime::Clock::time_point(at)); };
  EXPECT_FALSE(fails_at(100s)) << "one is no end, however long the one before is ago";
  EXPECT_FALSE(fails_at(159s));
  time.record_state({});
  EXPECT_FALSE(fails_at(160s));
  time.record_sign_of_life();
  EXPECT_FALSE(fails_at(200s));
  EXPECT_FALSE(fails_at(259s));
  EXPECT_TRUE(fails_at(260s));
}

}  // namespace
