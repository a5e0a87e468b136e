#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "container_engine.hpp"
#include "containers/instance.hpp"
#include "holder_process.hpp"
#include "marked_processes.hpp"
#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

constexpr const char* kGood = "echo ready; while read line; do echo $line; done";
constexpr const char* kStubborn = "trap '' TERM INT HUP; echo ready; while :; do sleep 1; done";

/// A server in a container of the recording engine.
class ContainerServer : public ::testing::Test, public StdioFixture {
 protected:
  std::vector<std::string> command(const std::string& script, const std::string& image = "server") const {
    return {ContainerEngine::client(), "run", image, "/bin/sh", "-c", script, mark};
  }
  void start_container(const std::string& script, const std::string& image = "server") {
    const std::vector<std::string> words = command(script, image);
    start(words.front(), {words.begin() + 1, words.end()});
  }
  void start_ready(const std::string& script) {
    start_container(script);
    ASSERT_TRUE(wait_for_messages(1)) << log();
    ASSERT_EQ(engine.containers().size(), 1U);
  }
  /// Sends SIGKILL to the processes of this test that run `program`.
  void kill_each(const std::string& program) {
    const std::vector<int> processes = marked_processes(mark, program);
    ASSERT_EQ(processes.size(), 1U) << program;
    ::kill(processes.front(), SIGKILL);
  }
  /// The loop runs meanwhile.
  [[nodiscard]] bool container_ends() {
    return run_until([&] { return engine.containers().empty(); });
  }
  [[nodiscard]] std::string log() const {
    std::string text;
    for (const auto& line : host.lines()) text.append(line.text).append("\n");
    return text;
  }

  const std::string mark = make_mark();
  ContainerEngine engine;
};

TEST_F(ContainerServer, AnswersAndLeavesNoContainer) {
  start_ready(kGood);
  connection->send(Message("hello"));
  ASSERT_TRUE(wait_for_messages(2));
  EXPECT_EQ(observer.messages.back(), "hello");
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, ThatIgnoresItsEndIsKilledInItsContainer) {
  start_ready(kStubborn);
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, LeavesNoContainerWhenItsConnectionIsDestroyed) {
  start_ready(kStubborn);
  connection.reset();
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, LeavesNoContainerWhenItsClientIsKilled) {
  start_ready(kStubborn);
  kill_each(ContainerEngine::client());
  EXPECT_EQ(reason(), "the server was ended by signal 9 (SIGKILL)");
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, LeavesNoContainerWhenItsLauncherIsKilled) {
  start_ready(kStubborn);
  kill_each(WORKBENCH_LAUNCHER);
  ASSERT_TRUE(wait_for_end());
  EXPECT_TRUE(container_ends()) << log();
}

TEST_F(ContainerServer, LeavesNoContainerWhenTheWorkbenchIsKilled) {
  HolderProcess workbench(mark, command(kStubborn));
  ASSERT_TRUE(workbench.has_started());
  ASSERT_EQ(engine.containers().size(), 1U);
  workbench.kill();
  EXPECT_TRUE(engine.wait_for_containers(0));
}

TEST_F(ContainerServer, IsRemovedByTheNextWorkbenchIfAllAreKilledAtOnce) {
  HolderProcess workbench(mark, command(kStubborn));
  ASSERT_TRUE(workbench.has_started());
  const std::vector<std::string> left = engine.containers();
  ASSERT_EQ(left.size(), 1U);
  ::kill(workbench.pid(), SIGSTOP);
  kill_each(WORKBENCH_LAUNCHER);
  workbench.kill();
  EXPECT_EQ(engine.containers(), left) << "or this test proves nothing";
  start_ready(kGood);
  EXPECT_NE(engine.containers(), left);
}

TEST_F(ContainerServer, IsReportedIfItEndsItself) {
  start_container("echo ready; exit 7");
  EXPECT_EQ(reason(), "the server ended with exit code 7");
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, MayHaveAnImageThatIsPulledFirst) {
  start_container(kGood, "other");
  ASSERT_TRUE(wait_for_messages(1)) << log();
  EXPECT_NE(log().find("pulls the image other"), std::string::npos);
  EXPECT_NE(log().find("layer 1: Pull complete"), std::string::npos);
}

TEST_F(ContainerServer, WithoutAnImageSaysWhatTheEngineSays) {
  start_container(kGood, "missing");
  EXPECT_EQ(reason(),
            "cannot pull the image missing: manifest unknown; check its name, and whether its registry needs a login");
}

TEST_F(ContainerServer, RemovesWhatEndedWorkbenchesHaveLeftAndNothingElse) {
  const std::string host_label = " --label dev.mcp-workbench.host=" + stdio::this_host();
  const auto leave = [&](const std::string& labels) {
    engine.run("run --name other" + labels + " server sleep 60 </dev/null >/dev/null 2>&1 &");
  };
  leave(host_label + " --label dev.mcp-workbench.run=a --label dev.mcp-workbench.instance=another-boot.1.1.1");
  leave(host_label + " --label dev.mcp-workbench.run=b --label dev.mcp-workbench.instance=x");
  leave(" --label dev.mcp-workbench.run=c --label dev.mcp-workbench.instance=another-boot.1.1.1");
  leave("");
  ASSERT_TRUE(engine.wait_for_containers(4));
  start_container(kGood);
  ASSERT_TRUE(wait_for_messages(1)) << log();
  EXPECT_EQ(engine.containers().size(), 4U) << "one was removed, and the server has one";
  EXPECT_NE(log().find("removes 1 container that an earlier run has left"), std::string::npos);
}

TEST_F(ContainerServer, OfASilentEngineEndsInTimeAndIsReported) {
  start_ready(kGood);
  engine.fall_silent();
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
  engine.answer_again();
  EXPECT_TRUE(container_ends());
}

TEST_F(ContainerServer, HasTheOptionsThatKeepItFromBeingLeft) {
  start_ready(kGood);
  const std::string commands = engine.commands();
  EXPECT_NE(commands.find("--rm --init --interactive server /bin/sh"), std::string::npos) << commands;
}

}  // namespace
}  // namespace workbench::test
