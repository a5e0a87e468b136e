#include <gtest/gtest.h>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

/// The listener runs in a program of its own, behind a shell that shapes its streams.
class Listener : public ::testing::Test, public StdioGround {
 protected:
  const std::string door = WORKBENCH_LISTENER_ECHO;
};

TEST_F(Listener, AnswersWhatCameBeforeTheEndOfInput) {
  start_shell("printf 'one\\ntwo\\n' | " + door + " 2>/dev/null");
  EXPECT_EQ(reason(), "the server ended with exit code 0");
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(Listener, TellsThatTheClientClosedItsEnd) {
  start_shell(door + " </dev/null");
  EXPECT_EQ(reason(), "the server ended with exit code 0; its last words on stderr: the client closed its end");
}

TEST_F(Listener, TellsOfAMessageThatWasCutOff) {
  start_shell("printf half | " + door + " 2>/dev/null");
  ASSERT_TRUE(hears_the_end());
  EXPECT_EQ(observer.messages, std::vector<std::string>{"\"the client's input ended in the middle of a message\""});
}

TEST_F(Listener, WritesWhatALateReaderHasNotReadYet) {
  start_shell("head -c 500000 /dev/zero | tr '\\0' x | " + door + " 2>/dev/null | { sleep 0.1; cat; echo; }");
  ASSERT_TRUE(hears_the_end());
  EXPECT_EQ(observer.messages.size(), 1U);
}

TEST_F(Listener, ReadsAndWritesFiles) {
  const std::string in = ::testing::TempDir() + "listener_in";
  const std::string out = ::testing::TempDir() + "listener_out";
  start_shell("printf 'one\\ntwo\\n' >" + in + "; " + door + " <" + in + " >" + out + " 2>/dev/null; cat " + out);
  ASSERT_TRUE(hears_the_end());
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "two"}));
}

TEST_F(Listener, ReadsANamedPipeToItsEnd) {
  const std::string fifo = ::testing::TempDir() + "listener_fifo";
  start_shell("rm -f " + fifo + "; mkfifo " + fifo + "; printf 'one\\n' >" + fifo + " & " + door + " <" + fifo +
              " 2>/dev/null; exit 0");
  EXPECT_EQ(reason(), "the server ended with exit code 0");
  EXPECT_EQ(observer.messages, std::vector<std::string>{"one"});
}

TEST_F(Listener, EndsWhenNobodyReadsItsAnswers) {
  start_shell(door + " | :");
  EXPECT_TRUE(run_until([&] {
    connection->send(Message("\"one\""));
    return observer.is_closed();
  }));
  EXPECT_EQ(host.lines().back().text, "the client does not read our answers any more");
}

TEST_F(Listener, KeepsStrayOutputOutOfTheProtocol) {
  start(door);
  connection->send(Message("\"one\""));
  ASSERT_TRUE(run_until([&] { return !observer.messages.empty() && !host.lines().empty(); }));
  EXPECT_EQ(observer.messages, std::vector<std::string>{"\"one\""});
  EXPECT_EQ(host.lines().front().text, "stray output");
}

TEST_F(Listener, LeavesAPipeOfOthersInItsMode) {
  // Both ends of the pipe are of this shell, too; a mode that leaked would show in fdinfo.
  start_shell("echo one | { " + door +
              " 2>/dev/null; grep flags /proc/self/fdinfo/0 /proc/self/fdinfo/1 | "
              "grep -c '0*4[0-7][0-7][0-7]$'; }; exit 0");
  ASSERT_TRUE(hears_the_end());
  EXPECT_EQ(observer.messages, (std::vector<std::string>{"one", "0"}));
}

TEST_F(Listener, RefusesAStandardInputThatIsClosed) {
  start_shell(door + " <&-");
  EXPECT_EQ(reason(),
            "the server ended with exit code 1; its last words on stderr: standard input is closed; start the "
            "workbench with it open");
}

}  // namespace
}  // namespace workbench::test
