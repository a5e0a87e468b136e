#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "marked_processes.hpp"
#include "process/launch_texts.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using stdio::describe_end;
using stdio::LaunchRecord;

class ServerEnd : public ::testing::Test, public StdioFixture {};

TEST_F(ServerEnd, ReportsTheExitCodeAndKeepsTheLastWords) {
  start_shell("echo first >&2; printf '\\033[31mlast\\033[0m words' >&2; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(connection->last_words(), "first | last words");
  EXPECT_EQ(observer.closed.front().kind, ErrorKind::unavailable);
}

TEST_F(ServerEnd, ReportsTheSignal) {
  start_shell("kill -9 $$");
  EXPECT_EQ(reason(), "the server was ended by signal 9 (SIGKILL)");
}

TEST_F(ServerEnd, DeliversAResponseWrittenJustBeforeTheEnd) {
  start_shell("read line; echo \"$line\"; kill -9 $$");
  connection->send(Message("{\"id\":1}"));
  EXPECT_EQ(reason(), "the server was ended by signal 9 (SIGKILL)");
  ASSERT_EQ(observer.messages.size(), 1U);
  EXPECT_EQ(observer.messages.front(), "{\"id\":1}");
}

TEST_F(ServerEnd, DeliversAllThatAFullPipeHoldsAfterTheEnd) {
  const std::string mark = make_mark();
  Options options;
  options.set("env", Options::TextMap{{"MARK", mark}});
  // More than is read at a time. The loop does not run until all processes that wrote it have ended.
  start_shell("i=0; while [ $i -lt 900 ]; do printf '%01000d\\n' $i; i=$((i+1)); done; exit 3", std::move(options));
  ASSERT_EQ(left_after(milliseconds(10'000), mark), "");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  ASSERT_EQ(observer.messages.size(), 900U);
  EXPECT_EQ(observer.messages.back(), std::string(997, '0') + "899");
}

TEST_F(ServerEnd, WaitsUntilAPausedReaderHasReadTheLastResponses) {
  start_shell("for i in 1 2 3; do echo $i; done; exit 3");
  connection->pause_reading(true);
  ASSERT_FALSE(
      run_until([&, until = steady_clock::now() + milliseconds(200)] { return steady_clock::now() > until; }) &&
      observer.is_closed());
  EXPECT_TRUE(observer.messages.empty());
  connection->pause_reading(false);
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"1", "2", "3"}));
}

TEST_F(ServerEnd, DoesNotWaitForAPausedReaderAfterClose) {
  start_shell("echo 1; exit 3");
  connection->pause_reading(true);
  ASSERT_TRUE(run_until([&, until = steady_clock::now() + milliseconds(100)] { return steady_clock::now() > until; }));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
}

TEST_F(ServerEnd, ReportsAMessageThatWasCutOff) {
  start_shell("echo whole; printf '{\"id\":7,'; exit 3");
  EXPECT_EQ(reason(), "the server ended with exit code 3");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"whole"});
  ASSERT_EQ(observer.undeliverable.size(), 1U);
  EXPECT_EQ(observer.undeliverable[0].what.message,
            "the server ended in the middle of a message: the server ended with exit code 3");
  EXPECT_EQ(observer.undeliverable[0].beginning, "{\"id\":7,");
}

TEST_F(ServerEnd, IsNotDelayedByAGrandchildThatHoldsThePipe) {
  const auto begin = steady_clock::now();
  start_shell(
      "(trap '' TERM HUP; exec setsid sh -c 'trap \"\" TERM; echo ready; while :; do sleep 1; done') & "
      "while :; do sleep 0.02; [ -d /proc/$!/fd ] && break; done; echo answer; exit 4");
  EXPECT_EQ(reason(), "the server ended with exit code 4");
  EXPECT_LT(steady_clock::now() - begin, milliseconds(450));
}

/// The ids of the children of this thread, zombies included.
std::set<std::string> children() {
  std::ifstream file("/proc/thread-self/children");
  return {std::istream_iterator<std::string>(file), {}};
}

TEST_F(ServerEnd, LeavesNoZombieOfALauncherThatOutlivesItsConnection) {
  const std::set<std::string> before = children();
  start_shell("(trap '' TERM; exec sleep 1000) & exit 4");
  EXPECT_EQ(reason(), "the server ended with exit code 4");
  connection.reset();
  EXPECT_TRUE(run_until([&] { return children() == before; })) << "although no other server is started";
}

TEST_F(ServerEnd, IsForcedWhenTheServerClosesItsOutput) {
  start_shell("echo last; exec >&-; sleep 60");
  EXPECT_EQ(reason(), "the server closed its standard output and was stopped");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"last"});
}

TEST_F(ServerEnd, IsForcedWhenTheServerClosesItsInput) {
  start_shell("exec <&-; echo closed; sleep 60");
  ASSERT_TRUE(wait_for_messages(1));
  // For a moment, the launcher may still have the other end of the pipe, too.
  EXPECT_TRUE(run_until([&] {
    if (observer.closed.empty()) connection->send(Message("{\"id\":1}"));
    return !observer.closed.empty();
  }));
  EXPECT_EQ(reason(), "the server closed its standard input and was stopped");
}

TEST_F(ServerEnd, IsOrderlyWhenTheServerEndsWithItsInput) {
  start_shell("while read line; do :; done; echo flushed; exit 0");
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(observer.closed.front().kind, ErrorKind::cancelled);
  EXPECT_EQ(observer.messages, std::vector<std::string>{"flushed"});
}

TEST_F(ServerEnd, ComesInTimeAlthoughTheServerIgnoresEverything) {
  start_shell("trap '' TERM INT HUP QUIT; echo ready; while :; do sleep 1; done");
  ASSERT_TRUE(wait_for_messages(1));
  const auto begin = steady_clock::now();
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_LT(steady_clock::now() - begin, host.limits().shutdown);
}

TEST_F(ServerEnd, GivesTheServerTimeToReadWhatWasSentBefore) {
  start_shell("while read line; do last=$line; done; echo \"$last\"");
  for (int i = 1; i <= 100; ++i) connection->send(Message(std::to_string(i)));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"100"});
}

TEST(ServerEndDescription, NamesTheExitCode) {
  const Error end = describe_end({LaunchRecord::What::ended_with_code, {}, 3});
  EXPECT_EQ(end.kind, ErrorKind::unavailable);
  EXPECT_EQ(end.message, "the server ended with exit code 3");
}

TEST(ServerEndDescription, NamesTheSignal) {
  const Error end = describe_end({LaunchRecord::What::ended_by_signal, {}, 9});
  EXPECT_EQ(end.message, "the server was ended by signal 9 (SIGKILL)");
}

TEST(ServerEndDescription, NamesTheNumberOfASignalWithoutAName) {
  EXPECT_EQ(describe_end({LaunchRecord::What::ended_by_signal, {}, 40}).message, "the server was ended by signal 40");
}

}  // namespace
}  // namespace workbench::test
