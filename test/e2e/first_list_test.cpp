// The first list of tools is answered within limits.listPatience whatever servers do, in each mode that shows tools
// natively. How long that is, a unit test measures with a clock of its own; here, a server that never answers must not
// hold up an answer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "slow_servers.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Contains;
using testing::Not;

/// The servers of the toolbox `other` never answer, or wait for the test.
std::string with_other(const std::string& entry) {
  return toolbox("dev", fake_server("s", {"--tool", "read"})) + "," + toolbox("other", entry);
}

const std::vector<std::string> kShort = {"-D", "limits.listPatience=700ms"};

/// By the mode, and whether the client's host lists again.
struct Host {
  std::string mode;
  std::string name;
  bool lists_again;
};

class AFirstListOverStdio : public testing::TestWithParam<Host> {};

TEST_P(AFirstListOverStdio, IsAnsweredAlthoughAServerNeverAnswers) {
  WorkbenchClient client(toolboxes_file(with_other(silent_server("silent")), GetParam().mode), kShort);
  client.initialize("2025-11-25", "{}", GetParam().name);
  const std::vector<std::string> names = client.listed_names();
  EXPECT_THAT(names, Not(Contains("late")));
  if (GetParam().lists_again) {
    EXPECT_THAT(names, Not(Contains("use_tool")));
  } else {
    EXPECT_THAT(names, AllOf(Contains("open_toolbox"), Contains("use_tool"), Contains("about_missing_tools")));
  }
}

TEST_P(AFirstListOverStdio, IsFollowedByTheToolsOfAServerThatStartsLater) {
  const DelayedServer slow;
  WorkbenchClient client(toolboxes_file(with_other(slow.entry("slow")), GetParam().mode), kShort);
  client.initialize("2025-11-25", "{}", GetParam().name);
  EXPECT_THAT(client.listed_names(), Not(Contains("late")));
  slow.start();
  client.process().wait_for_error_text("[other/slow] ready");
  EXPECT_THAT(client.listed_names(), Contains("late"));
}

INSTANTIATE_TEST_SUITE_P(Of, AFirstListOverStdio,
                         testing::Values(Host{"flat", "codex-mcp-client", false}, Host{"flat", "cursor-vscode", true},
                                         Host{"auto", "codex-mcp-client", false}, Host{"auto", "cursor-vscode", true}),
                         [](const auto& one) { return one.param.mode + (one.param.lists_again ? "Again" : "Once"); });

/// A host that defers tools and one that does not, at one workbench.
TEST(ToolModeAuto, ServesEachClientAsItsHostNeedsIt) {
  const auto names = [](const std::string& host) {
    WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--tool", "read"})), "auto"));
    client.initialize("2025-11-25", "{}", host);
    return client.listed_names();
  };
  EXPECT_THAT(names("cursor-vscode"), testing::ElementsAre("read"));
  EXPECT_THAT(names("some-new-agent"), testing::ElementsAre("open_toolbox", "use_tool", "describe_tools"));
}

}  // namespace
