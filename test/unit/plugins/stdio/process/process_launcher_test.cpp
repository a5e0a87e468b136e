// What other transports get of the launcher: <workbench/process_launcher.hpp>.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <workbench/process_launcher.hpp>
#include <workbench/testing/recording_host.hpp>

#include "event_loop/loop.hpp"
#include "marked_processes.hpp"
#include "process/server_launcher.hpp"
#include "process/standard_pipes.hpp"
#include "run_until.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::Contains;
using testing::HasSubstr;
using How = ProcessEnd::How;

/// A loop, a launcher, and one process.
class ALaunchedProcess : public testing::Test, public ProcessObserver {
 protected:
  ALaunchedProcess() { std::signal(SIGPIPE, SIG_IGN); }

  void launch(ProcessCommand command) {
    command.env.emplace_back("MARK", mark);
    Result<LaunchedProcess> launched = launcher->launch(std::move(command), "toolbox/server", *this);
    ASSERT_TRUE(launched) << launched.error().message;
    process = std::move(launched).value();
  }
  void launch_shell(const std::string& script) { launch({.command = "/bin/sh", .args = {"-c", script}}); }

  [[nodiscard]] bool run_until(const std::function<bool()>& done) { return test::run_until(loop, done); }
  /// The program's output up to the end of a line.
  [[nodiscard]] std::string line() {
    std::string text;
    EXPECT_TRUE(run_until([&] {
      char byte = 0;
      while (::read(process.output.get(), &byte, 1) == 1) {
        text += byte;
        if (byte == '\n') return true;
      }
      return false;
    })) << "so far: "
        << text;
    return text;
  }
  void write(const std::string& text) {
    EXPECT_EQ(::write(process.input.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// How it ended, for which it waits.
  [[nodiscard]] ProcessEnd wait_for_end() {
    EXPECT_TRUE(run_until([&] { return !ends.empty(); }));
    return ends.empty() ? ProcessEnd{How::not_started, -1, {}} : ends.front();
  }
  void TearDown() override {
    process.handle.reset();
    EXPECT_LE(ends.size(), 1U);
    EXPECT_EQ(left_after(milliseconds(2000), mark), "");
  }

  void on_terminating() override { ++times_terminating; }
  void on_ended(const ProcessEnd& end) override { ends.push_back(end); }

  const std::string mark = make_mark();
  event_loop::Loop loop;
  RecordingHost host{loop};
  std::optional<stdio::ServerLauncher> server_launcher{std::in_place, host, WORKBENCH_LAUNCHER};
  ProcessLauncher* launcher = &*server_launcher;
  LaunchedProcess process;
  std::vector<ProcessEnd> ends;
  int times_terminating = 0;
};

// A descriptor with such a number would be overwritten before it is passed on.
TEST(StandardPipes, HaveNoneOfTheNumbersThatTheyGetInTheLauncher) {
  ::close(stdio::StandardPipes::kRecords);  // which whatever has started the tests may have left open
  const Result<stdio::StandardPipes> made = stdio::StandardPipes::make();
  ASSERT_TRUE(made);
  const stdio::StandardPipes::ProgramEnds& ends = made->program;
  for (const FileDescriptor* end : {&ends.input, &ends.output, &ends.errors, &ends.records}) {
    EXPECT_GT(end->get(), stdio::StandardPipes::kLauncher);
  }
}

TEST_F(ALaunchedProcess, ReadsAndWritesThroughTheTwoDescriptors) {
  launch_shell("read line; echo \"got $line\"");
  write("hello\n");
  EXPECT_EQ(line(), "got hello\n");
  EXPECT_NE(process.handle->process_id(), std::nullopt);
}

TEST_F(ALaunchedProcess, ReportsItsExitCode) {
  launch_shell("exit 7");
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::exited);
  EXPECT_EQ(end.number, 7);
  EXPECT_EQ(end.reason.message, "the server ended with exit code 7");
}

/// As a shell starts what it runs in the background.
class InTheBackground : public ALaunchedProcess {
 protected:
  InTheBackground() {
    for (const int signal : {SIGINT, SIGQUIT}) std::signal(signal, SIG_IGN);
  }
  ~InTheBackground() override {
    for (const int signal : {SIGINT, SIGQUIT}) std::signal(signal, SIG_DFL);
  }
};

TEST_F(InTheBackground, AProcessIsKilledAsSoonAsItHasBeenStarted) {
  for (int count = 0; count != 20; ++count) {
    launch_shell("sleep 1000");
    process.handle.reset();
  }
  EXPECT_EQ(left_after(milliseconds(2000), mark), "");
}

TEST_F(ALaunchedProcess, ReportsTheSignalThatEndedIt) {
  launch_shell("kill -9 $$");
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::signalled);
  EXPECT_EQ(end.number, 9);
}

TEST_F(ALaunchedProcess, ReportsWhyItCouldNotBeStarted) {
  launch({.command = "/no/such"});
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::not_started);
  EXPECT_EQ(end.reason.kind, ErrorKind::unavailable);
  EXPECT_EQ(end.reason.message, "cannot start '/no/such': No such file or directory (errno 2); check \"command\"");
}

TEST_F(ALaunchedProcess, IsRefusedWithAnImpossibleCommand) {
  const ProcessCommand impossible{.command = "cat", .rlimits = {{"memory", 1}}};
  ASSERT_EQ(launcher->check(impossible).size(), 1U);
  EXPECT_EQ(launcher->check(impossible).front().option, "rlimits");
  const Result<LaunchedProcess> launched = launcher->launch(impossible, "toolbox/server", *this);
  ASSERT_FALSE(launched);
  EXPECT_EQ(launched.error().kind, ErrorKind::invalid_argument);
  EXPECT_THAT(launched.error().message, HasSubstr("has the unknown key \"memory\""));
  EXPECT_TRUE(launcher->check({.command = "cat"}).empty());
}

TEST_F(ALaunchedProcess, IsRefusedWithoutALauncher) {
  server_launcher.emplace(host, "/no/such/launcher");
  const Result<LaunchedProcess> launched = launcher->launch({.command = "cat"}, "toolbox/server", *this);
  ASSERT_FALSE(launched);
  EXPECT_EQ(launched.error().kind, ErrorKind::unavailable);
  EXPECT_EQ(launched.error().message,
            "cannot start the launcher '/no/such/launcher': No such file or directory; install the workbench again");
}

/// A launcher of its own, which can be replaced.
class AnUpgrade : public ALaunchedProcess {
 protected:
  AnUpgrade() {
    std::filesystem::copy_file(WORKBENCH_LAUNCHER, path);
    server_launcher.emplace(host, path.string());
  }

  const test_support::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "launcher";
};

TEST_F(AnUpgrade, LeavesARunningWorkbenchItsOwnLauncher) {
  const std::filesystem::path next = folder.write("next", "#!/bin/sh\nexit 125\n");
  std::filesystem::permissions(next, std::filesystem::perms::owner_all);
  std::filesystem::rename(next, path);
  launch_shell("read line; echo \"got $line\"; exit 7");
  write("hello\n");
  EXPECT_EQ(line(), "got hello\n");
  EXPECT_EQ(wait_for_end().number, 7);
}

TEST_F(AnUpgrade, LetsServersStartAfterTheLauncherHasBeenRemoved) {
  std::filesystem::remove(path);
  launch_shell("exit 7");
  EXPECT_EQ(wait_for_end().number, 7);
}

TEST_F(AnUpgrade, GivesAServerNoDescriptorOfTheLauncher) {
  std::filesystem::remove(path);
  launch_shell("ls /proc/self/fd | wc -l");
  EXPECT_EQ(line(), "4\n") << "the standard ones, and the folder that ls reads";
}

TEST_F(ALaunchedProcess, HasItsStderrInTheLogAndTheEndOfItInItsLastWords) {
  launch_shell("echo starting >&2; echo 'Error: no token' >&2; exit 1");
  EXPECT_EQ(wait_for_end().number, 1);
  EXPECT_EQ(process.handle->last_words(), "Error: no token | starting");
  EXPECT_THAT(host.logged(), Contains("toolbox/server: Error: no token"));
}

TEST_F(ALaunchedProcess, HasTheLimitsOfItsCommand) {
  launch({.command = "/bin/sh", .args = {"-c", "ulimit -n; read line"}, .rlimits = {{"files", 64}}});
  EXPECT_EQ(line(), "64\n");
}

TEST_F(ALaunchedProcess, ReportsTheLimitForWhichItWasEnded) {
  launch({.command = "/bin/sh",
          .args = {"-c", "for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done; wait"},
          .rlimits = {{"processes", 5}}});
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::over_limit);
  EXPECT_GT(end.number, 5);
  EXPECT_THAT(end.reason.message, HasSubstr("more than \"rlimits\": {\"processes\": 5} allows"));
}

TEST_F(ALaunchedProcess, HasTheVariablesAndTheFolderOfItsCommand) {
  const test_support::TemporaryFolder folder;
  const std::string path = std::filesystem::canonical(folder.path());
  launch({.command = "sh", .args = {"-c", "echo \"$KEY in $(pwd)\""}, .env = {{"KEY", "secret"}}, .cwd = path});
  EXPECT_EQ(line(), "secret in " + path + "\n");
}

// stop()

TEST_F(ALaunchedProcess, MayEndByItselfWhenItIsStopped) {
  launch_shell("while read line; do :; done; exit 4");
  process.handle->stop();
  process.input.close();
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::exited);
  EXPECT_EQ(end.number, 4);
  EXPECT_EQ(times_terminating, 0);
}

TEST_F(ALaunchedProcess, IsEndedByForceWithinTheLimitOfTheShutdown) {
  launch_shell("trap '' TERM; echo ready; while :; do sleep 1; done");
  EXPECT_EQ(line(), "ready\n");
  const auto begin = steady_clock::now();
  process.handle->stop();
  process.handle->stop();
  EXPECT_EQ(wait_for_end().how, How::stopped);
  EXPECT_EQ(times_terminating, 1);
  EXPECT_LT(steady_clock::now() - begin, host.limits().shutdown);
  EXPECT_EQ(left_after(milliseconds(0), mark), "") << "all of its processes are gone when the end is reported";
}

TEST_F(ALaunchedProcess, IsStoppedTogetherWithWhatItHasLeft) {
  launch_shell("(trap '' TERM HUP; echo ready; exec setsid sleep 1000) & read line; exit 6");
  EXPECT_EQ(line(), "ready\n");
  process.handle->stop();
  process.input.close();
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::exited);
  EXPECT_EQ(end.number, 6);
  EXPECT_EQ(left_after(milliseconds(0), mark), "");
}

TEST_F(ALaunchedProcess, ThatHasEndedIsNotStopped) {
  launch_shell("exit 7");
  EXPECT_EQ(wait_for_end().number, 7);
  process.handle->stop();
  process.handle->expect_end();
  int turns = 0;
  ASSERT_TRUE(run_until([&] { return ++turns == 5; }));
  EXPECT_EQ(ends.size(), 1U);
}

// expect_end()

TEST_F(ALaunchedProcess, IsReportedAsSoonAsTheProgramHasEndedIfThatIsExpected) {
  const auto begin = steady_clock::now();
  launch_shell("(trap '' TERM HUP; exec setsid sleep 1000) & read line; exit 3");
  process.handle->expect_end();
  process.input.close();
  EXPECT_EQ(wait_for_end().number, 3);
  EXPECT_LT(steady_clock::now() - begin, host.limits().shutdown / 3) << "whatever it has left";
}

TEST_F(ALaunchedProcess, IsStoppedIfItDoesNotEndAsExpected) {
  host.changeable_limits.shutdown = milliseconds(300);
  server_launcher.emplace(host, WORKBENCH_LAUNCHER);
  launch_shell("exec >&-; sleep 1000");
  process.handle->expect_end();
  const ProcessEnd end = wait_for_end();
  EXPECT_EQ(end.how, How::stopped);
  EXPECT_EQ(end.reason.message, "the server was stopped");
}

// The login shell, which says its PATH later than the process is there.

class AProcessThatTheLoginShellKnows : public ALaunchedProcess {
 protected:
  std::string script(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder.path() / name;
    std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
  }

  const test_support::TemporaryFolder folder;
};

TEST_F(AProcessThatTheLoginShellKnows, GetsWhatWasWrittenBeforeItRan) {
  script("only-here", "read line; echo \"got $line\"");
  const std::string shell =
      script("shell", "PATH=$PATH:" + folder.path().string() + "; export PATH\nexec /bin/sh -c \"$4\"");
  launch({.command = "only-here", .login_shell = shell});
  EXPECT_EQ(process.handle->process_id(), std::nullopt);
  EXPECT_EQ(process.handle->last_words(), "");
  write("hello\n");
  EXPECT_EQ(line(), "got hello\n");
}

TEST_F(AProcessThatTheLoginShellKnows, MayBeStoppedBeforeTheShellHasAnswered) {
  launch({.command = "only-here", .login_shell = script("shell", "exec sleep 1000")});
  process.handle->stop();
  EXPECT_EQ(wait_for_end().how, How::stopped);
}

TEST_F(AProcessThatTheLoginShellKnows, MayBeDestroyedBeforeTheShellHasAnswered) {
  launch({.command = "only-here", .login_shell = script("shell", "sleep 0.1; exit 1")});
  process.handle.reset();
  ASSERT_TRUE(run_until([&] { return host.logged().empty(); }));
  EXPECT_TRUE(ends.empty());
}

}  // namespace
}  // namespace workbench::test
