// Child processes that answer requests of operators: their bounds, and their end.

#include "requests/command_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>

#include "event_loop/loop.hpp"
#include "run_until.hpp"
#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

class Commands : public testing::Test {
 protected:
  /// A run that its operator waits for until the end of the test.
  void run(CommandQueue& queue, const std::string& script) { wanted_.push_back(begin(queue, script)); }
  std::unique_ptr<RequestWork> begin(CommandQueue& queue, const std::string& script) {
    return queue.run_while_wanted(
        {"-c", script}, [this](Result<ChildCommand::Outcome> outcome) { outcomes_.push_back(std::move(outcome)); });
  }
  /// A command that writes the number of its process to a file, and does not end by itself; returns the number.
  pid_t number_in(const std::filesystem::path& file) {
    EXPECT_TRUE(test::run_until(loop_, [&] { return std::filesystem::exists(file); }));
    pid_t pid = 0;
    std::ifstream(file) >> pid;
    return pid;
  }
  static std::string endless(const std::filesystem::path& file) {
    return "echo $$ >" + file.string() + ".new; mv " + file.string() + ".new " + file.string() + "; exec sleep 1000";
  }
  void wait_for(std::size_t count) {
    ASSERT_TRUE(test::run_until(loop_, [&] { return outcomes_.size() >= count; }));
  }

  event_loop::Loop loop_;
  std::vector<Result<ChildCommand::Outcome>> outcomes_;
  std::vector<std::unique_ptr<RequestWork>> wanted_;
};

TEST_F(Commands, AnswerWithBothOutputsAndTheExitCode) {
  CommandQueue queue(loop_, "/bin/sh");
  run(queue, "cat; echo out; echo err >&2; exit 7");
  wait_for(1);
  ASSERT_TRUE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0]->output, "out\n");
  EXPECT_EQ(outcomes_[0]->errors, "err\n");
  EXPECT_EQ(outcomes_[0]->exit_code, 7);
}

TEST_F(Commands, AnswerWithAllOfALongOutput) {
  CommandQueue queue(loop_, "/bin/sh");
  run(queue, "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2");
  wait_for(1);
  ASSERT_TRUE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0]->output.size(), 3'000'000U);
  EXPECT_LE(outcomes_[0]->errors.size(), ChildCommand::kMaxErrors);
}

TEST_F(Commands, HaveEndedAlthoughAProgramThatTheyStartedWritesOn) {
  CommandQueue queue(loop_, "/bin/sh");
  run(queue, "(while echo more >&2; do :; done) & head -c 200000 /dev/zero >&2; echo out");
  wait_for(1);
  ASSERT_TRUE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0]->output, "out\n");
  EXPECT_LE(outcomes_[0]->errors.size(), ChildCommand::kMaxErrors);
}

TEST_F(Commands, AreEndedWhenTheyWriteTooMuch) {
  CommandQueue queue(loop_, "/bin/sh", {.running = 1, .waiting = 0, .limits = {10s, 1'000}});
  run(queue, "head -c 100000 /dev/zero; exec sleep 1000");
  wait_for(1);
  ASSERT_FALSE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0].error().kind, ErrorKind::busy);
  EXPECT_THAT(outcomes_[0].error().message, HasSubstr("1000 bytes"));
}

TEST_F(Commands, AreEndedWhenTheyTakeTooLong) {
  CommandQueue queue(loop_, "/bin/sh", {.running = 1, .waiting = 0, .limits = {50ms, 1'000}});
  run(queue, "exec sleep 1000");
  wait_for(1);
  ASSERT_FALSE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0].error().kind, ErrorKind::timed_out);
}

TEST_F(Commands, TakeTurns) {
  CommandQueue queue(loop_, "/bin/sh", {.running = 1, .waiting = 2, .limits = {10s, 1'000}});
  for (const char* word : {"1", "2", "3"}) run(queue, std::string("echo ") + word);
  run(queue, "echo 4");
  ASSERT_EQ(outcomes_.size(), 1U);
  EXPECT_EQ(outcomes_[0].error().kind, ErrorKind::busy);
  wait_for(4);
  std::vector<std::string> outputs;
  for (std::size_t number = 1; number != 4; ++number) outputs.push_back(outcomes_[number]->output);
  EXPECT_THAT(outputs, ElementsAre("1\n", "2\n", "3\n"));
}

TEST_F(Commands, ThatCannotBeStartedSayWhy) {
  CommandQueue queue(loop_, "/no/such/program");
  run(queue, "");
  wait_for(1);
  ASSERT_FALSE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0].error().kind, ErrorKind::unavailable);
}

TEST_F(Commands, EndWithTheQueue) {
  const test_support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "pid";
  pid_t pid = 0;
  {
    CommandQueue queue(loop_, "/bin/sh");
    run(queue, endless(file));
    pid = number_in(file);
    ASSERT_EQ(::kill(pid, 0), 0);
  }
  EXPECT_EQ(::kill(pid, 0), -1);
  EXPECT_TRUE(outcomes_.empty()) << "there is no one to answer";
}

TEST_F(Commands, EndWhenTheirOperatorHasLeftAndGiveTheirPlaceToOthers) {
  const test_support::TemporaryFolder folder;
  CommandQueue queue(loop_, "/bin/sh", {.running = 1, .waiting = 2, .limits = {10s, 1'000}});
  auto running = begin(queue, endless(folder.path() / "pid"));
  auto waiting = begin(queue, "echo of the one who has left, too");
  run(queue, "echo of another one");
  const pid_t pid = number_in(folder.path() / "pid");
  waiting.reset();
  running.reset();
  EXPECT_EQ(::kill(pid, 0), -1);
  wait_for(1);
  ASSERT_TRUE(outcomes_[0]);
  EXPECT_EQ(outcomes_[0]->output, "of another one\n");
  EXPECT_EQ(outcomes_.size(), 1U);
}

}  // namespace
}  // namespace workbench::app
