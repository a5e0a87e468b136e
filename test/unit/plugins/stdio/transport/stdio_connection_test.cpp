// What happens to a connection in each of its states: see the diagram in transport/stdio_connection.hpp.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <workbench/end_patience.hpp>

#include "stdio_fixture.hpp"
#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

class AConnectionOverStdio : public testing::Test, public StdioFixture {
 protected:
  void connect(stdio::StdioTransport& through, const std::string& command) {
    ServerConfig server{"toolbox", "server", {}};
    server.options.set("command", command);
    connection = std::move(through.connect(server)).value();
  }
  /// Until the server has written this to stderr.
  [[nodiscard]] bool wait_for_log(const std::string& text) {
    return run_until([&] {
      const auto lines = host.logged();
      return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.ends_with(text); });
    });
  }
  /// So many turns of the loop, in which everything that has already happened is noticed.
  [[nodiscard]] bool run_turns(int turns = 20) {
    return run_until([&] { return --turns < 0; });
  }
  /// Until the process that is the root of all others has ended, whether the connection has noticed or not.
  [[nodiscard]] bool wait_for_exit_of(int process) {
    return run_until([&] { return !std::filesystem::exists("/proc/" + std::to_string(process) + "/exe"); });
  }
};

// Idle.

TEST_F(AConnectionOverStdio, MayBeDestroyedWithoutHavingBeenStarted) {
  connect(transport, "cat");
  EXPECT_EQ(connection->backlog(), 0U);
  EXPECT_EQ(connection->process_id(), std::nullopt);
  EXPECT_EQ(connection->last_words(), "");
  connection.reset();
}

// Without a process.

TEST_F(AConnectionOverStdio, IsCancelledIfItIsClosedBeforeItReportsThatNothingCouldBeLaunched) {
  stdio::StdioTransport without(host, "/no/such/launcher");
  connect(without, "cat");
  connection->start(observer);
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(observer.closed.front().kind, ErrorKind::cancelled);
}

TEST_F(AConnectionOverStdio, ReportsThatNothingCouldBeLaunchedToAnObserverThatHasPausedToo) {
  stdio::StdioTransport without(host, "/no/such/launcher");
  connect(without, "cat");
  connection->start(observer);
  connection->pause_reading(true);
  connection->send(Message("dropped"));
  EXPECT_THAT(reason(), StartsWith("cannot start the launcher '/no/such/launcher'"));
}

TEST_F(AConnectionOverStdio, HasNoProcessOnceItHasEnded) {
  start_shell("echo why >&2; exit 3");
  EXPECT_NE(connection->process_id(), std::nullopt);
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->process_id(), std::nullopt);
  EXPECT_EQ(connection->last_words(), "why");
  EXPECT_EQ(connection->backlog(), 0U);
}

TEST_F(AConnectionOverStdio, IgnoresEverythingOnceItHasEnded) {
  start_shell("exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  connection->send(Message("late"));
  connection->pause_reading(true);
  connection->pause_reading(false);
  connection->close();
  ASSERT_TRUE(run_turns());
  EXPECT_EQ(observer.closed.size(), 1U);
  EXPECT_EQ(observer.calls_after_closed, 0U);
}

// The start fails.

TEST_F(AConnectionOverStdio, IsCancelledIfItIsClosedBeforeTheStartHasFailed) {
  start("/no/such");
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
}

TEST_F(AConnectionOverStdio, ReportsAFailedStartWhenAPausedObserverReads) {
  start("/no/such");
  const int launcher = connection->process_id().value_or(0);
  connection->pause_reading(true);
  ASSERT_TRUE(wait_for_exit_of(launcher));
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.closed, IsEmpty());
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "cannot start '/no/such': No such file or directory (errno 2); check \"command\"");
}

TEST_F(AConnectionOverStdio, ReportsALauncherThatEndsWithoutAWordAboutTheServer) {
  const test_support::TemporaryFolder folder;
  const std::filesystem::path launcher = folder.path() / "launcher";
  std::ofstream(launcher) << "#!/bin/sh\nexit 125\n";
  std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
  stdio::StdioTransport broken(host, launcher);
  connect(broken, "cat");
  connection->start(observer);
  EXPECT_EQ(reason(),
            "the launcher '" + launcher.string() +
                "' ended before it started the server (exit code 125); check that this is Linux 5.4 or later, and that "
                "arguments and environment are not too large");
  connection.reset();
}

TEST_F(AConnectionOverStdio, KillsALauncherThatDoesNotEndInTime) {
  const test_support::TemporaryFolder folder;
  const std::filesystem::path launcher = folder.path() / "launcher";
  std::ofstream(launcher) << "#!/bin/sh\ntrap '' TERM QUIT\necho deaf >&2\nexec sleep 1000\n";
  std::filesystem::permissions(launcher, std::filesystem::perms::owner_all);
  host.changeable_limits.shutdown = milliseconds(150);
  stdio::StdioTransport hanging(host, launcher);
  connect(hanging, "cat");
  connection->start(observer);
  ASSERT_TRUE(wait_for_log("deaf"));
  const int process = connection->process_id().value_or(0);
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(host.lines().back().text,
            "the launcher of the server did not end in time, and was killed with the processes of the server");
  EXPECT_EQ(host.lines().back().level, LogLevel::error);
  EXPECT_TRUE(wait_for_exit_of(process));
  connection.reset();
}

// It is closed while the workbench stays.

class StayingWorkbench final : public EndPatience {
 public:
  [[nodiscard]] std::chrono::milliseconds end_patience() const override { return patience; }

  std::chrono::milliseconds patience = std::chrono::minutes(1);
};

TEST_F(AConnectionOverStdio, GivesItsServerTheTimeToSaveWhatItHasWhileTheWorkbenchStays) {
  const test_support::TemporaryFolder folder;
  StayingWorkbench workbench;
  host.provide<EndPatience>(workbench);
  host.changeable_limits.shutdown = milliseconds(150);
  const std::string may_end = (folder.path() / "may-end").string();
  start_shell("echo ready >&2; read line; while ! [ -e " + may_end + " ]; do sleep 0.01; done; echo saved >&2");
  ASSERT_TRUE(wait_for_log("ready"));
  const auto begin = steady_clock::now();
  connection->close();
  ASSERT_TRUE(run_until([&] { return steady_clock::now() - begin > host.limits().shutdown; }));
  EXPECT_THAT(observer.closed, IsEmpty());
  const std::ofstream file(may_end);
  EXPECT_TRUE(wait_for_log("saved"));
  EXPECT_EQ(reason(), "closed by the workbench");
}

TEST_F(AConnectionOverStdio, EndsItsServerInTimeWhenTheWorkbenchEndsMeanwhile) {
  StayingWorkbench workbench;
  host.provide<EndPatience>(workbench);
  start_shell("trap '' TERM; echo deaf >&2; while true; do read line || sleep 0.01; done");
  ASSERT_TRUE(wait_for_log("deaf"));
  connection->close();
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.closed, IsEmpty());
  workbench.patience = milliseconds(300);
  EXPECT_EQ(reason(), "closed by the workbench");
}

// A stream is lost.

TEST_F(AConnectionOverStdio, ReportsTheExitCodeOfAServerThatEndsSoonAfterItsOutput) {
  start_shell("exec >&-; echo closed >&2; read line; exit 3");
  ASSERT_TRUE(wait_for_log("closed"));
  ASSERT_TRUE(run_turns());
  connection->send(Message("end"));
  EXPECT_EQ(reason(), "the server ended with exit code 3");
}

TEST_F(AConnectionOverStdio, ReportsTheStreamThatWasLostFirst) {
  start_shell("exec >&-; echo output >&2; read line; exec <&-; echo input >&2; sleep 60");
  ASSERT_TRUE(wait_for_log("output"));
  ASSERT_TRUE(run_turns());
  connection->send(Message("go on"));
  ASSERT_TRUE(wait_for_log("input"));
  connection->send(Message("lost"));
  EXPECT_EQ(reason(), "the server closed its standard output and was stopped");
}

TEST_F(AConnectionOverStdio, IsCancelledIfItIsClosedAfterAStreamWasLost) {
  start_shell("exec >&-; echo closed >&2; sleep 60");
  ASSERT_TRUE(wait_for_log("closed"));
  ASSERT_TRUE(run_turns());
  const auto begin = steady_clock::now();
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_LT(steady_clock::now() - begin, host.limits().shutdown);
}

TEST_F(AConnectionOverStdio, DeliversTheRestToAPausedObserverAfterItsServerWasStopped) {
  host.changeable_limits.shutdown = milliseconds(300);
  start_shell("exec <&-; echo last; echo closed >&2; sleep 60");
  connection->pause_reading(true);
  ASSERT_TRUE(wait_for_log("closed"));
  const int launcher = connection->process_id().value_or(0);
  ASSERT_TRUE(run_until([&] {
    connection->send(Message("lost"));
    return !std::filesystem::exists("/proc/" + std::to_string(launcher) + "/exe");
  }));
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.closed, IsEmpty());
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "the server closed its standard input and was stopped");
  EXPECT_THAT(observer.messages, ElementsAre("last"));
}

// The server has ended, and its last messages wait for an observer that has paused.

TEST_F(AConnectionOverStdio, KeepsTheReasonOfAnEndWhenItsInputIsLostAfterIt) {
  start_shell("echo 1; exit 3");
  const int launcher = connection->process_id().value_or(0);
  connection->pause_reading(true);
  ASSERT_TRUE(wait_for_exit_of(launcher));
  connection->send(Message("lost"));
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.closed, IsEmpty());
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_THAT(observer.messages, ElementsAre("1"));
}

TEST_F(AConnectionOverStdio, WaitsAgainIfTheObserverPausesAmongTheLastMessages) {
  start_shell("echo 1; echo 2; exit 3");
  const int launcher = connection->process_id().value_or(0);
  connection->pause_reading(true);
  ASSERT_TRUE(wait_for_exit_of(launcher));
  observer.on_each_message = [&] { connection->pause_reading(true); };
  connection->pause_reading(false);
  ASSERT_TRUE(wait_for_messages(1));
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.messages, ElementsAre("1"));
  EXPECT_THAT(observer.closed, IsEmpty());
  connection->pause_reading(false);
  ASSERT_TRUE(wait_for_messages(2));
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "the server ended with exit code 3");
}

TEST_F(AConnectionOverStdio, MayBeDestroyedWithTheFirstOfTheLastMessages) {
  start_shell("echo 1; echo 2; exit 3");
  const int launcher = connection->process_id().value_or(0);
  connection->pause_reading(true);
  ASSERT_TRUE(wait_for_exit_of(launcher));
  ASSERT_TRUE(run_turns());
  observer.on_each_message = [&] { connection.reset(); };
  connection->pause_reading(false);
  ASSERT_TRUE(run_until([&] { return connection == nullptr; }));
  ASSERT_TRUE(run_turns());
  EXPECT_THAT(observer.messages, ElementsAre("1"));
  EXPECT_THAT(observer.closed, IsEmpty());
}

TEST_F(AConnectionOverStdio, MayBeDestroyedWhenItsEndIsReported) {
  observer.on_end = [&] { connection.reset(); };
  start_shell("exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection, nullptr);
}

// It is being closed.

TEST_F(AConnectionOverStdio, SendsNothingAfterClose) {
  start_shell("while read line; do echo \"$line\"; done");
  connection->send(Message("before"));
  connection->close();
  connection->send(Message("after"));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_THAT(observer.messages, ElementsAre("before"));
  EXPECT_EQ(observer.closed.size(), 1U);
}

TEST_F(AConnectionOverStdio, DropsTheRestIfTheObserverHasPausedWhenItIsClosed) {
  start_shell("echo 1; while read line; do :; done; echo 2");
  ASSERT_TRUE(wait_for_messages(1));
  connection->pause_reading(true);
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_THAT(observer.messages, ElementsAre("1"));
}

TEST_F(AConnectionOverStdio, ReportsAMessageThatWasCutOffByClose) {
  start_shell("printf '{\"id\":7,'; echo written >&2; while read line; do :; done");
  ASSERT_TRUE(wait_for_log("written"));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable[0].what.message,
            "the server ended in the middle of a message: closed by the workbench");
}

TEST_F(AConnectionOverStdio, CallsItsObserverFromNoneOfItsOwnFunctions) {
  observer.expects_silence = true;
  start_shell("exit 3");
  connection->pause_reading(true);
  connection->pause_reading(false);
  connection->close();
  observer.expects_silence = false;
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(observer.calls_while_silent, 0U);
}

}  // namespace
}  // namespace workbench::test
