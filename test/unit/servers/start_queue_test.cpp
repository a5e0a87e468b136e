#include "servers/start_queue.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "server_fixture.hpp"

namespace {

using namespace server_fixture;
using servers::StartQueue;
using testing::ElementsAre;

/// More processes than there are processors.
constexpr std::size_t kAll = 1000;

class StartQueueTest : public InMemory {
 protected:
  /// Begins a start, whose name is in admitted_ as soon as it is admitted.
  StartQueue::Start& begin(const std::string& name, StartQueue::Urgency urgency = StartQueue::Urgency::opening,
                           const void* owner = nullptr) {
    starts_.push_back(std::make_unique<StartQueue::Start>(&queue(), owner));
    starts_.back()->begin(urgency, [this, name] { admitted_.push_back(name); });
    return *starts_.back();
  }
  StartQueue& queue() {
    if (queue_ == nullptr) {
      queue_ = std::make_unique<StartQueue>(loop_, max_starts_, [this](std::size_t) {
        ++looks_;
        return busy_;
      });
    }
    return *queue_;
  }
  /// Runs the loop until the processes have been looked at so many times more.
  void wait_for_looks(int more) {
    const int until = looks_ + more;
    ASSERT_TRUE(run_until([&] { return looks_ >= until; }));
  }

  std::size_t max_starts_ = 1;
  std::optional<std::size_t> busy_ = kAll;
  int looks_ = 0;
  std::vector<std::string> admitted_;

 private:
  std::unique_ptr<StartQueue> queue_;
  std::vector<std::unique_ptr<StartQueue::Start>> starts_;
};

TEST_F(StartQueueTest, AdmitsStartsAtOnceUpToItsLimit) {
  max_starts_ = 2;
  begin("a");
  begin("b");
  begin("c");
  EXPECT_THAT(admitted_, ElementsAre("a", "b"));
  EXPECT_EQ(queue().waiting(), 1U);
}

TEST_F(StartQueueTest, AdmitsEveryStartAtOnceWithoutALimit) {
  max_starts_ = 0;
  for (const char* name : {"a", "b", "c"}) begin(name);
  EXPECT_THAT(admitted_, ElementsAre("a", "b", "c"));
}

TEST_F(StartQueueTest, AdmitsTheNextOneWhenAStartHasEnded) {
  StartQueue::Start& first = begin("a");
  begin("b");
  first.end();
  EXPECT_THAT(admitted_, ElementsAre("a")) << "not inside the call, which is one of a server's";
  run_until_quiet();
  EXPECT_THAT(admitted_, ElementsAre("a", "b"));
}

TEST_F(StartQueueTest, AdmitsMoreWhileAProcessorIsIdle) {
  busy_ = servers::processors() - 1;
  for (const char* name : {"a", "b", "c", "d", "e"}) begin(name);
  EXPECT_TRUE(run_until([&] { return admitted_.size() == 5; })) << "although no start has ended";
}

TEST_F(StartQueueTest, AdmitsNoMoreWhileAllProcessorsAreBusy) {
  begin("a");
  begin("b");
  wait_for_looks(5);
  EXPECT_THAT(admitted_, ElementsAre("a"));
}

TEST_F(StartQueueTest, AdmitsStartsByTimeWhereTheSystemDoesNotSayWhatIsIdle) {
  busy_ = std::nullopt;
  for (int start = 0; start != 20; ++start) begin("s");
  EXPECT_TRUE(run_until([&] { return admitted_.size() == 20; }, 2s)) << "before a start counts no longer";
}

TEST_F(StartQueueTest, IsNotHeldUpByAStartThatHangsAlthoughAllProcessorsAreBusy) {
  begin("hangs");
  begin("b");
  EXPECT_TRUE(run_until([&] { return admitted_.size() == 2; }));
}

TEST_F(StartQueueTest, PutsCallsBeforeOpenings) {
  StartQueue::Start& first = begin("a");
  begin("opening");
  StartQueue::Start& hurried = begin("hurried");
  begin("call", StartQueue::Urgency::call);
  hurried.hurry();
  busy_ = servers::processors() - 1;
  first.end();
  ASSERT_TRUE(run_until([&] { return admitted_.size() == 4; }));
  EXPECT_THAT(admitted_, ElementsAre("a", "hurried", "call", "opening"));
}

TEST_F(StartQueueTest, SharesItsPlacesBetweenOwners) {
  const int one = 0;
  const int other = 0;
  begin("one 1", StartQueue::Urgency::opening, &one);
  begin("one 2", StartQueue::Urgency::opening, &one);
  begin("one 3", StartQueue::Urgency::opening, &one);
  begin("other 1", StartQueue::Urgency::opening, &other);
  busy_ = servers::processors() - 1;
  ASSERT_TRUE(run_until([&] { return admitted_.size() == 4; }));
  EXPECT_EQ(admitted_[1], "other 1");
}

TEST_F(StartQueueTest, ForgetsAStartThatEndsWhileItWaits) {
  begin("a");
  begin("b").end();
  EXPECT_EQ(queue().waiting(), 0U);
  busy_ = servers::processors() - 1;
  begin("c");
  ASSERT_TRUE(run_until([&] { return admitted_.size() == 2; }));
  EXPECT_THAT(admitted_, ElementsAre("a", "c"));
}

TEST_F(StartQueueTest, LooksAtTheProcessesOnlyWhileStartsWait) {
  StartQueue::Start& first = begin("a");
  begin("b");
  wait_for_looks(1);
  first.end();
  run_until_quiet();
  EXPECT_EQ(queue().waiting(), 0U);
  const int looks = looks_;
  EXPECT_FALSE(run_until([&] { return looks_ > looks; }, 20ms));
}

/// A child of this thread that uses a processor, or none.
class Child {
 public:
  explicit Child(const char* script) {
    std::array<std::string, 3> texts{"sh", "-c", script};
    std::array<char*, 4> arguments{texts[0].data(), texts[1].data(), texts[2].data(), nullptr};
    if (::posix_spawnp(&pid_, "sh", nullptr, nullptr, arguments.data(), environ) != 0) pid_ = -1;
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_ = -1;
};

TEST_F(StartQueueTest, KnowsWhichOfTheNewestProcessesWantAProcessor) {
  if (!servers::busy_descendants(1)) GTEST_SKIP() << "/proc does not show children here";
  const Child busy("while :; do :; done");
  EXPECT_TRUE(run_until([] { return servers::busy_descendants(1) == 1U; }));
  const Child sleeping("exec sleep 1000");
  EXPECT_TRUE(run_until([] { return servers::busy_descendants(1) == 0U; }));
  EXPECT_TRUE(run_until([] { return servers::busy_descendants(2) == 1U; }));
}

// --- servers that wait for their turn --------------------------------------------------------------------------------

class AQueuedServer : public ServerFixture {
 protected:
  AQueuedServer() {
    context_.starts = &queue_;
    other_.begin(StartQueue::Urgency::opening, [] {});
  }

  StartQueue queue_{loop_, 1, [](std::size_t) { return std::optional(kAll); }};
  StartQueue::Start other_{&queue_, nullptr};  // has the only place
};

TEST_F(AQueuedServer, IsStartingAndIsStartedWhenItsTurnComes) {
  Outcome started;
  start(started);
  EXPECT_EQ(server().status().activity(), "starting");
  EXPECT_TRUE(server().status().is_starting());
  EXPECT_EQ(peer_.starts(), 0U);
  other_.end();
  run_until_quiet();
  EXPECT_TRUE(started.is_success());
  EXPECT_EQ(queue_.under_way(), 0U) << "it is ready, and has left its place";
}

TEST_F(AQueuedServer, LeavesTheQueueWhenItIsStopped) {
  Outcome started;
  Outcome stopped;
  start(started);
  stop(stopped);
  EXPECT_EQ(started.message(), "its toolbox was closed");
  EXPECT_EQ(stopped.calls, 1);
  EXPECT_EQ(queue_.waiting(), 0U);
  other_.end();
  run_until_quiet();
  EXPECT_EQ(peer_.starts(), 0U);
}

TEST_F(AQueuedServer, LeavesTheQueueWhenItIsClosed) {
  Outcome started;
  Outcome closed;
  start(started);
  close(closed);
  EXPECT_EQ(started.message(), "the workbench is ending");
  EXPECT_EQ(closed.calls, 1);
  EXPECT_EQ(queue_.waiting(), 0U);
}

TEST_F(AQueuedServer, LeavesTheQueueWhenItIsDrained) {
  Outcome started;
  start(started);
  bool drained = false;
  server().drain(1s, [&] { drained = true; });
  EXPECT_TRUE(run_until([&] { return drained; }));
  EXPECT_EQ(started.message(), "the configuration of this server has changed or was removed");
  EXPECT_EQ(queue_.waiting(), 0U);
}

TEST_F(AQueuedServer, LeavesItsPlaceWhenItDoesNotStart) {
  peer_.connect_error = Error{ErrorKind::unavailable, "no such program"};
  Outcome started;
  start(started);
  other_.end();
  run_until_quiet();
  EXPECT_EQ(started.message(), "no such program");
  EXPECT_EQ(queue_.under_way(), 0U);
}

TEST_F(AQueuedServer, KeepsOpeningFromWaitingLongerThanItsPatience) {
  host_.changeable_limits.open_patience = 1ms;
  int opened = 0;
  Outcome call;
  server().start_with_patience([&] { ++opened; });
  when_ready(call);
  EXPECT_TRUE(run_until([&] { return opened == 1; }));
  EXPECT_EQ(call.calls, 0) << "a call of one of its tools goes on waiting";
  EXPECT_EQ(queue_.waiting(), 1U) << "it keeps its turn";
  other_.end();
  EXPECT_TRUE(run_until([&] { return call.calls == 1; }));
  EXPECT_TRUE(call.is_success());
}

TEST_F(AQueuedServer, HasItsWholeTimeLimitWhenItsTurnComes) {
  host_.changeable_limits.server_start = 50ms;
  const auto begin = std::chrono::steady_clock::now();
  Outcome started;
  start(started);
  ASSERT_TRUE(run_until([&] { return std::chrono::steady_clock::now() - begin > 60ms; }));
  EXPECT_EQ(started.calls, 0);
  other_.end();
  EXPECT_TRUE(run_until([&] { return started.calls == 1; }));
  EXPECT_TRUE(started.is_success()) << started.message();
}

}  // namespace
