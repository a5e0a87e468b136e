// The program without a command, as a person starts it on a terminal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "command_run.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;

TEST(AWorkbenchOnATerminal, SaysThatItWaitsForAClientAndEndsWithItsInput) {
  const Commands commands(dev_toolbox(""));
  Terminal terminal({WORKBENCH_PROGRAM, "--config", commands.file()});
  ASSERT_TRUE(terminal.wait_for("standard input is a terminal, and an MCP client is expected there; Ctrl-D ends"))
      << terminal.screen();
  ASSERT_TRUE(terminal.wait_for("mcp-workbench init; for all commands: mcp-workbench --help")) << terminal.screen();
  terminal.type("\x04");
  EXPECT_EQ(terminal.exit_code(), 0) << terminal.screen();
}

TEST(AWorkbenchOnATerminal, SaysNothingOfThatIfItServesOtherListenersAlone) {
  const Commands commands(dev_toolbox(""));
  Terminal terminal(
      {WORKBENCH_PROGRAM, "--config", commands.file(), "-D", "listeners=http", "-D", "listener.http.port=0"});
  ASSERT_TRUE(terminal.wait_for("serves clients of")) << terminal.screen();
  terminal.type("\x03");
  static_cast<void>(terminal.exit_code());
  EXPECT_THAT(terminal.screen(), Not(HasSubstr("standard input is a terminal")));
}

}  // namespace
