#include <atomic>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include "running_loop.hpp"

namespace workbench {
namespace {

using std::chrono::milliseconds;

using LoopTest = RunningLoop;

TEST_F(LoopTest, RunsPostedTasksInTheOrderOfPosting) {
  std::vector<int> order;
  loop.post([&] { order.push_back(1); });
  loop.post([&] { order.push_back(2); });
  loop.post([&] { loop.stop(); });

  run();

  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(LoopTest, NeverRunsATaskInsidePost) {
  bool inside = false;
  loop.post([&] {
    inside = true;
    loop.post([&] {
      EXPECT_FALSE(inside);
      loop.stop();
    });
    inside = false;
  });

  run();
}

TEST_F(LoopTest, KeepsTheOrderOfEachThreadThatPosts) {
  constexpr int kTasks = 2000;
  std::array<std::vector<int>, 2> order;
  const auto loop_thread = std::this_thread::get_id();
  const auto post_all = [&](std::size_t thread) {
    for (int task = 0; task < kTasks; ++task) {
      loop.post([&, thread, task] {
        EXPECT_EQ(std::this_thread::get_id(), loop_thread);
        order.at(thread).push_back(task);
        if (order[0].size() + order[1].size() == 2 * kTasks) loop.stop();
      });
    }
  };

  std::thread one(post_all, 0);
  std::thread other(post_all, 1);
  run();
  one.join();
  other.join();

  std::vector<int> in_order(kTasks);
  for (int task = 0; task < kTasks; ++task) in_order[static_cast<std::size_t>(task)] = task;
  EXPECT_EQ(order[0], in_order);
  EXPECT_EQ(order[1], in_order);
}

TEST_F(LoopTest, IsWokenByAThreadWhileItWaits) {
  std::atomic<bool> running{false};
  loop.post([&] { running = true; });
  std::thread other([&] {
    while (!running) std::this_thread::yield();
    loop.post([&] { loop.stop(); });
  });

  run();
  other.join();
}

TEST_F(LoopTest, CanBeStoppedFromAnotherThread) {
  std::thread other([&] { loop.stop(); });

  run();
  other.join();
}

TEST_F(LoopTest, CallsTimersInTheOrderOfTheirTimes) {
  std::vector<int> order;
  const auto late = loop.after(milliseconds(30), [&] {
    order.push_back(30);
    loop.stop();
  });
  const auto soon = loop.after(milliseconds(1), [&] { order.push_back(1); });
  const auto between = loop.after(milliseconds(15), [&] { order.push_back(15); });

  run();

  EXPECT_EQ(order, (std::vector<int>{1, 15, 30}));
}

TEST_F(LoopTest, CallsATimerNoEarlierThanItsTimeAndOnce) {
  const auto begin = std::chrono::steady_clock::now();
  int calls = 0;
  const auto timer = loop.after(milliseconds(20), [&] {
    ++calls;
    EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(20));
  });
  const auto end = loop.after(milliseconds(45), [&] { loop.stop(); });

  run();

  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, NeverCallsATimerThatWasDestroyed) {
  auto timer = loop.after(milliseconds(5), [] { ADD_FAILURE() << "cancelled"; });
  const auto end = loop.after(milliseconds(20), [&] { loop.stop(); });

  loop.post([&] { timer.reset(); });
  run();
}

TEST_F(LoopTest, NeverCallsATimerThatWasDestroyedWhenItWasDueAlready) {
  std::array<EventLoop::Timer, 2> timers;
  int calls = 0;
  const auto destroy_both = [&] {
    ++calls;
    timers = {};
    loop.post([&] { loop.stop(); });
  };
  timers[0] = loop.after(milliseconds(0), destroy_both);
  timers[1] = loop.after(milliseconds(0), destroy_both);

  run();

  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, LetsATimerDestroyItselfAndSetItselfAgain) {
  int calls = 0;
  EventLoop::Timer timer;
  std::function<void()> tick = [&] {
    if (++calls == 3) return loop.stop();
    timer = loop.after(milliseconds(1), tick);
  };
  timer = loop.after(milliseconds(1), tick);

  run();

  EXPECT_EQ(calls, 3);
}

TEST_F(LoopTest, AcceptsTheLongestDelayThatCanBeWritten) {
  const auto never = loop.after(milliseconds::max(), [] { ADD_FAILURE() << "not in this test"; });

  run_a_few_rounds();
}

TEST_F(LoopTest, CallsBackForEachSignal) {
  std::vector<int> received;
  loop.on_signals({SIGUSR1, SIGUSR2}, [&](int signal) {
    received.push_back(signal);
    if (signal == SIGUSR1) std::raise(SIGUSR2);
    if (signal == SIGUSR2) loop.stop();
  });

  loop.post([] { std::raise(SIGUSR1); });
  run();

  EXPECT_EQ(received, (std::vector<int>{SIGUSR1, SIGUSR2}));
}

TEST_F(LoopTest, HandlesASignalInItsOwnThreadThatAnotherThreadReceived) {
  std::size_t received = 0;
  loop.on_signals({SIGUSR1}, [&](int) {
    ++received;
    loop.stop();
  });
  sigset_t signals{};
  ::sigemptyset(&signals);
  ::sigaddset(&signals, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  std::thread([&] {
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    ::pthread_kill(::pthread_self(), SIGUSR1);
  }).join();
  run_a_few_rounds();
  EXPECT_EQ(received, 0U) << "the thread of the loop does not take it yet";

  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  run();
  EXPECT_EQ(received, 1U);
}

TEST_F(LoopTest, LetsAnExceptionLeaveRunAndCanRunAgain) {
  bool went_on = false;
  loop.post([] { throw std::runtime_error("a defect"); });
  loop.post([&] {
    went_on = true;
    loop.stop();
  });

  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_FALSE(went_on);
  run();

  EXPECT_TRUE(went_on);
}

TEST_F(LoopTest, CallsTheOtherTimersAfterOneThrew) {
  const auto defect = loop.after(milliseconds(0), [] { throw std::runtime_error("a defect"); });
  bool went_on = false;
  const auto other = loop.after(milliseconds(0), [&] {
    went_on = true;
    loop.stop();
  });

  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_FALSE(went_on);
  run();

  EXPECT_TRUE(went_on);
}

TEST_F(LoopTest, CallsATimerThatIsDueBeforeAllOthersThatWereStartedEarlier) {
  const auto late = loop.after(std::chrono::hours(1), [] { ADD_FAILURE() << "not in this test"; });
  auto ended = loop.after(milliseconds(1), [] { ADD_FAILURE() << "cancelled"; });
  ended.reset();
  const auto soon = loop.after(milliseconds(5), [&] { loop.stop(); });

  run();
}

TEST_F(LoopTest, RestoresTheActionsOfSignalsWhenDestroyed) {
  const auto action_of = [](int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    return action.sa_handler;
  };
  const auto before = action_of(SIGUSR1);
  {
    event_loop::Loop other;
    other.on_signals({SIGUSR1}, [](int) {});
    EXPECT_NE(action_of(SIGUSR1), before);
  }

  EXPECT_EQ(action_of(SIGUSR1), before);
}

TEST_F(LoopTest, ReportsTheNextActivityOnceAndDoesNotCauseAny) {
  int reported = 0;
  int seen_by_first = -1;
  const auto first = loop.after(milliseconds(5), [&] {
    seen_by_first = reported;
    loop.on_next_activity([&] { ++reported; });
  });
  int seen_by_second = -1;
  const auto second = loop.after(milliseconds(30), [&] { seen_by_second = reported; });
  const auto third = loop.after(milliseconds(60), [&] { loop.stop(); });
  run();
  EXPECT_EQ(seen_by_first, 0);
  EXPECT_EQ(seen_by_second, 1) << "what has ended the sleep is handled after the report";
  EXPECT_EQ(reported, 1);
}

TEST_F(LoopTest, DestroysTasksThatNeverRanWithoutRunningThem) {
  const auto owned = std::make_shared<int>();
  {
    event_loop::Loop unused;
    unused.post([owned] { ADD_FAILURE() << "the loop never ran"; });
  }

  EXPECT_EQ(owned.use_count(), 1);
}

}  // namespace
}  // namespace workbench
