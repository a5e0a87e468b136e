#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "holder_process.hpp"
#include "marked_processes.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

using std::chrono::milliseconds;

// All of them print a line once they run.
constexpr const char* kGood = "echo ready; while read line; do :; done";
constexpr const char* kStubborn = "trap '' TERM INT HUP QUIT; echo ready; while :; do sleep 1; done";
constexpr const char* kTreeLikeNpx = "sh -c 'trap \"\" TERM; (echo ready; while :; do sleep 1; done); exit' ; exit";
constexpr const char* kEscaper =
    "(trap '' TERM HUP INT; setsid sh -c '(trap \"\" TERM; echo ready; while :; do sleep 1; done) & ' ) ; "
    "while read line; do :; done";
constexpr const char* kAncestorOfManyGenerations =
    "trap '' TERM; echo ready; f() { [ $1 -gt 0 ] && (f $(($1-1))) & sleep 1; sleep 60; }; f 20";

class ServerTree : public ::testing::TestWithParam<const char*>, public StdioFixture {
 protected:
  void start_marked(const std::string& script) {
    Options options;
    options.set("env", Options::TextMap{{"MARK", mark}});
    start_shell(script, std::move(options));
    ASSERT_TRUE(wait_for_messages(1));
    ASSERT_FALSE(marked_processes(mark).empty());
  }

  const std::string mark = make_mark();
};

TEST_P(ServerTree, IsGoneAfterClose) {
  start_marked(GetParam());
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_EQ(left_after(milliseconds(0), mark), "");
}

TEST_P(ServerTree, IsGoneSoonAfterTheConnectionIsDestroyed) {
  start_marked(GetParam());
  connection.reset();
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

TEST_P(ServerTree, IsGoneWithinASecondAfterTheWorkbenchIsKilled) {
  HolderProcess workbench(mark, {"/bin/sh", "-c", GetParam()});
  ASSERT_TRUE(workbench.has_started());
  ASSERT_FALSE(marked_processes(mark).empty());
  workbench.kill();
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

TEST_P(ServerTree, OfAnotherTransportIsGoneWithinASecondAfterTheWorkbenchIsKilled) {
  HolderProcess workbench(mark, {"/bin/sh", "-c", GetParam()}, "process");
  ASSERT_TRUE(workbench.has_started());
  ASSERT_FALSE(marked_processes(mark).empty());
  workbench.kill();
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

INSTANTIATE_TEST_SUITE_P(Of, ServerTree,
                         ::testing::Values(kGood, kStubborn, kTreeLikeNpx, kEscaper, kAncestorOfManyGenerations));

class ServersLeftovers : public ServerTree {};

TEST_P(ServersLeftovers, AreGoneSoonAfterTheServerEnds) {
  start_marked(GetParam());
  connection->send(Message("go"));
  EXPECT_EQ(reason(), "the server ended with exit code 5");
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

INSTANTIATE_TEST_SUITE_P(Of, ServersLeftovers,
                         ::testing::Values("sleep 60 & echo ready; read line; exit 5",
                                           "(trap '' TERM HUP INT; exec setsid sh -c 'while :; do sleep 1; done') & "
                                           "echo ready; read line; exit 5"));

class ServerWithoutLauncher : public ServerTree {};

TEST_P(ServerWithoutLauncher, IsKilled) {
  start_marked(GetParam());
  connection->send(Message("go"));
  EXPECT_EQ(reason(), "the server was ended by signal 9 (SIGKILL)");
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

INSTANTIATE_TEST_SUITE_P(Which, ServerWithoutLauncher,
                         ::testing::Values("echo ready; read line; kill -9 $PPID; while :; do sleep 0.1; done"));

class RunawayServer : public ServerTree {};

TEST_P(RunawayServer, IsCaught) {
  start_marked(GetParam());
  connection.reset();
  EXPECT_EQ(left_after(milliseconds(3000), mark), "");
}

INSTANTIATE_TEST_SUITE_P(Of, RunawayServer,
                         ::testing::Values("echo ready; exec " WORKBENCH_RUNAWAY " same-session",
                                           "echo ready; exec " WORKBENCH_RUNAWAY " new-sessions"));

}  // namespace
}  // namespace workbench::test
