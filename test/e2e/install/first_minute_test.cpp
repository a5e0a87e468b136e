// The end of init: what opening costs, one real call, and the clients to restart.

#include <gmock/gmock.h>

#include "../commands/terminal.hpp"
#include "machine.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

/// A tool of the fake server under another name, with these annotations; see --raw-tool.
std::string raw_tool(const std::string& name, const std::string& annotations, const std::string& required = "") {
  return R"({\"name\":\")" + name + R"(\",\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"required\":[)" +
         required + R"(]},\"annotations\":{)" + annotations + "}}";
}

class TheFirstMinute : public Machine {
 protected:
  void configure_client(const std::string& arguments) const {
    write(home(".cursor/mcp.json"),
          R"({"mcpServers": {"fake": {"command": ")" FAKE_SERVER R"(", "args": [)" + arguments + "]}}}");
  }
  /// init at a terminal.
  [[nodiscard]] std::vector<std::string> command(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"/usr/bin/env", "-C", path("project").string()};
    for (const auto& [name, value] : environment()) words.push_back(name + "=" + value);
    words.insert(words.end(), {WORKBENCH_PROGRAM, "init"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(TheFirstMinute, EndsWithCostsOneCallAndTheClientsToRestart) {
  configure_client(R"("--raw-tool", ")" + raw_tool("hang", R"(\"readOnlyHint\":false)") + R"(", "--raw-tool", ")" +
                   raw_tool("pid", R"(\"readOnlyHint\":true,\"openWorldHint\":false)") + '"');
  Terminal terminal(command());
  ASSERT_TRUE(terminal.wait_for("workbench-config.json? [y/N]")) << terminal.screen();
  terminal.type("y\n");
  ASSERT_TRUE(terminal.wait_for("in place of these servers? [y/N]")) << terminal.screen();
  terminal.type("y\n");
  EXPECT_EQ(terminal.exit_code(), 0);
  EXPECT_THAT(terminal.screen(),
              AllOf(HasSubstr("What opening each toolbox shows a model:"), HasSubstr("main  2 tools, ~"),
                    HasSubstr("A call of main/fake/pid was answered after "),
                    HasSubstr("Restart Cursor, to read its file again.")));
  EXPECT_LT(terminal.screen().find("was answered"), terminal.screen().find("Restart Cursor"));
}

TEST_F(TheFirstMinute, CallsNoToolThatMayChangeSomethingOrNeedsArguments) {
  configure_client(R"("--raw-tool", ")" + raw_tool("hang", "") + R"(", "--raw-tool", ")" +
                   raw_tool("echo", R"(\"readOnlyHint\":true)", R"(\"text\")") + '"');
  const Outcome outcome = run(WORKBENCH_PROGRAM, {"init", "--yes", "--try"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("2 tools, ~"), HasSubstr("so none was called"),
                                    HasSubstr("mcp-workbench init --yes --replace")));
}

TEST_F(TheFirstMinute, EndsAlthoughAServerNeverStartsAndNamesIt) {
  configure_client(R"("--silent-initialize")");
  const Outcome outcome = run(WORKBENCH_PROGRAM, {"init", "--yes", "--try", "-D", "limits.serverStart=1 s"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("main  not known: no server has started"),
                    HasSubstr("No tool was called, because no server has started"), HasSubstr("doctor")));
}

TEST_F(TheFirstMinute, StartsNoServerInAScriptUnlessItIsToldTo) {
  configure_client("");
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--yes"}, {"--yes", "--no-try"}}) {
    std::vector<std::string> arguments{"init"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_THAT(run(WORKBENCH_PROGRAM, arguments).output, Not(HasSubstr("What opening")));
  }
  Terminal terminal(command({"--yes", "--no-try"}));
  EXPECT_EQ(terminal.exit_code(), 0);
  EXPECT_THAT(terminal.screen(), AllOf(HasSubstr("doctor"), Not(HasSubstr("What opening"))));
}

}  // namespace
