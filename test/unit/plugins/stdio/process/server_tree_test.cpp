#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

/// A workbench in a process of its own that has started one server.
class WorkbenchProcess {
 public:
  /// `transport`: stdio, or the transport of another plugin: process.
  WorkbenchProcess(const std::string& mark, const std::string& script, const std::string& transport = "stdio") {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::vector<std::string> arguments{
        WORKBENCH_TRANSPORT_HOLDER, transport, WORKBENCH_LAUNCHER, mark, "/bin/sh", "-c", script};
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    EXPECT_EQ(::posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    char byte;
    EXPECT_EQ(::read(ends[0], &byte, 1), 1) << "the server has not started";
    ::close(ends[0]);
  }
  void kill() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_ = -1;
};

TEST_P(ServerTree, IsGoneWithinASecondAfterTheWorkbenchIsKilled) {
  WorkbenchProcess workbench(mark, GetParam());
  ASSERT_FALSE(marked_processes(mark).empty());
  workbench.kill();
  EXPECT_EQ(left_after(milliseconds(1000), mark), "");
}

TEST_P(ServerTree, OfAnotherTransportIsGoneWithinASecondAfterTheWorkbenchIsKilled) {
  WorkbenchProcess workbench(mark, GetParam(), "process");
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
