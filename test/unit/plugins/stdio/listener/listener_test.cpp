#include <gtest/gtest.h>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

/// The listener runs in a program of its own, behind a shell that sets up its streams.
class Listener : public ::testing::Test, public StdioFixture {
 protected:
  const std::string program = WORKBENCH_LISTENER_ECHO;
};

TEST_F(Listener, AnswersMessagesReceivedBeforeTheEndOfInput) {
  start_shell("printf 'one\\ntwo\\n' | " + program + " 2>/dev/null");
  EXPECT_EQ(reason(), "the server ended with exit code 0");
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(Listener, ReportsThatTheClientClosedTheConnection) {
  start_shell(program + " </dev/null");
  EXPECT_EQ(reason(), "the server ended with exit code 0");
  EXPECT_EQ(connection->last_words(), "the client closed the connection");
}

TEST_F(Listener, ReportsAMessageThatWasCutOff) {
  start_shell("printf half | " + program + " 2>/dev/null");
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(observer.messages, std::vector<std::string>{"\"the client's input ended in the middle of a message\""});
}

TEST_F(Listener, KeepsOutputForAReaderThatIsLate) {
  start_shell("head -c 500000 /dev/zero | tr '\\0' x | " + program + " 2>/dev/null | { sleep 0.1; cat; echo; }");
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(observer.messages.size(), 1U);
}

TEST_F(Listener, ReadsAndWritesFiles) {
  const std::string in = ::testing::TempDir() + "listener_in";
  const std::string out = ::testing::TempDir() + "listener_out";
  start_shell("printf 'one\\ntwo\\n' >" + in + "; " + program + " <" + in + " >" + out + " 2>/dev/null; cat " + out);
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(Listener, ReadsANamedPipeToItsEnd) {
  const std::string fifo = ::testing::TempDir() + "listener_fifo";
  start_shell("rm -f " + fifo + "; mkfifo " + fifo + "; printf 'one\\n' >" + fifo + " & " + program + " <" + fifo +
              " 2>/dev/null; exit 0");
  EXPECT_EQ(reason(), "the server ended with exit code 0");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"one"});
}

TEST_F(Listener, EndsWhenTheClientStopsReading) {
  start_shell(program + " | :");
  EXPECT_TRUE(run_until([&] {
    connection->send(Message("\"one\""));
    return observer.is_closed();
  }));
  EXPECT_EQ(host.lines().back().text, "the client stopped reading");
}

TEST_F(Listener, KeepsStrayOutputOutOfTheProtocol) {
  start(program);
  connection->send(Message("\"one\""));
  ASSERT_TRUE(run_until([&] { return !observer.messages.empty() && !host.lines().empty(); }));
  EXPECT_EQ(observer.messages, std::vector<std::string>{"\"one\""});
  EXPECT_EQ(host.lines().front().text, "stray output");
}

TEST_F(Listener, LeavesTheFlagsOfASharedPipeAlone) {
  // The shell has both ends of the pipe too; a flag that leaked would show in fdinfo.
  start_shell("echo one | { " + program +
              " 2>/dev/null; grep flags /proc/self/fdinfo/0 /proc/self/fdinfo/1 | "
              "grep -c '0*4[0-7][0-7][0-7]$'; }; exit 0");
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "0"}));
}

TEST_F(Listener, RefusesAStandardInputThatIsClosed) {
  start_shell(program + " <&-");
  EXPECT_EQ(reason(), "the server ended with exit code 1");
  EXPECT_EQ(connection->last_words(), "standard input is closed; start the workbench with it open");
}

}  // namespace
}  // namespace workbench::test
