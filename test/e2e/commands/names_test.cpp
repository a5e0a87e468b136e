// Names on the command line: of servers with slashes, of tools as hosts show them, misspelt ones; and their completion.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_run.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;

std::string toolbox_of(std::string_view server) {
  return toolboxes_file(toolbox("main", fake_server(server, tools_to_try())));
}

class ServerNamed : public testing::TestWithParam<const char*> {};

TEST_P(ServerNamed, IsReachedByEveryCommand) {
  const std::string server = std::string("main/") + GetParam();
  const Commands commands(toolbox_of(GetParam()));
  EXPECT_THAT(commands.run({"call", server + "/echo", "text=a", "--raw"}).output, HasSubstr(R"("echo":{"text":"a"})"));
  EXPECT_EQ(commands.run({"list", server}).code, 0);
  EXPECT_THAT(commands.run({"show", server + "/echo"}).output, HasSubstr(server + "/echo"));
  EXPECT_EQ(commands.run({"doctor", server}).code, 0);
  EXPECT_THAT(commands.run({"explain", server + "/echo"}).output, HasSubstr(server + "/echo"));
  EXPECT_THAT(commands.run({"login", server}).errors, HasSubstr(server + " has no logins"));
}

TEST_P(ServerNamed, IsCompletedAsSoonAsItsToolsAreKnown) {
  const std::string server = std::string("main/") + GetParam();
  const Commands commands(toolbox_of(GetParam()));
  EXPECT_EQ(commands.run({"completion", "names"}).output, "main\n" + server + "\n");
  EXPECT_EQ(commands.run({"list"}).code, 0);
  EXPECT_THAT(commands.run({"completion", "names", server + "/ec"}).output, AllOf(server + "/echo\n"));
}

INSTANTIATE_TEST_SUITE_P(As, ServerNamed, testing::Values("github.com/x/y", "io.github.a/b", "@scope/name", "plain"));

TEST(Names, ThatCanMeanTwoServersAreAnErrorWithBoth) {
  const Commands commands(toolboxes_file(toolbox("a", fake_server("b/c")) + "," + toolbox("a/b", fake_server("c"))));
  const Outcome outcome = commands.run({"call", "a/b/c/pid"});
  EXPECT_EQ(outcome.code, 64) << outcome.errors;
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("toolbox \"a\" with server \"b/c\""), HasSubstr("toolbox \"a/b\" with server \"c\"")));
}

TEST(Names, OfACommandThatIsMisspeltAreSuggested) {
  EXPECT_THAT(Commands(toolbox_of("s")).run({"statsu"}).errors, HasSubstr("did you mean \"status\"?"));
}

TEST(Names, OfToolsOfTheWorkbenchAreExplainedAsHostsShowThem) {
  const Commands commands(toolbox_of("s"));
  for (const char* name : {"use_tool", "mcp__workbench__use_tool"}) {
    const Outcome outcome = commands.run({"explain", name});
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    EXPECT_THAT(outcome.output, HasSubstr("use_tool: a tool of the workbench itself"));
  }
}

TEST(Names, OfArgumentsThatNativeListsCallOtherwiseAreExplained) {
  const Commands commands(toolboxes_file(toolbox(
      "main",
      fake_server("s", {"--raw-tool", R"({"name":"a","inputSchema":{"type":"object","properties":{"$top":{}}}})"}))));
  EXPECT_THAT(commands.run({"explain", "main/s/a"}).output, HasSubstr(R"("$top" top)"));
}

TEST(Names, OfKnownToolsAreSaidOnceForAnUnknownOne) {
  const Outcome outcome = Commands(toolboxes_file(toolbox("main", fake_server("s", tools_to_try()) + "," +
                                                                      fake_server("t", tools_to_try()))))
                              .run({"explain", "nothing_like_it"});
  EXPECT_EQ(outcome.code, 64);
  const std::size_t first = outcome.errors.find("\"hang\"");
  EXPECT_NE(first, std::string::npos) << outcome.errors;
  EXPECT_EQ(outcome.errors.find("\"hang\"", first + 1), std::string::npos) << outcome.errors;
}

}  // namespace
