// `mcp-workbench list` and `show`: toolboxes, servers and tools.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_run.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string two_toolboxes() {
  return toolboxes_file(toolbox("dev", fake_server("fake", tools_to_try(), R"("toolFilters":["echo","hang"])")) + "," +
                        toolbox("ops", R"("bad":{"command":"/no/such"})", "Dangerous things."));
}

TEST(List, ShowsToolboxesServersAndToolsWithTheirTokens) {
  const Outcome outcome = Commands(two_toolboxes()).run({"list", "dev"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "dev       ~114 tokens  d\n"
            "  fake    ~93 tokens   2 tools\n"
            "    hang  ~31 tokens   The tool hang\n"
            "    echo  ~62 tokens   Echoes.\n");
}

class ListInAMode : public testing::TestWithParam<const char*> {};

/// What a model reads when it opens the toolbox, which has parts that it is not shown: output schemas, hints, icons.
TEST_P(ListInAMode, CountsWhatOpeningAToolboxCosts) {
  const std::string tool =
      R"({"name":"a","description":"Adds.","inputSchema":{"type":"object","$schema":"x","title":"A","properties":{}},)"
      R"("outputSchema":{"type":"object","properties":{"sum":{"type":"number","description":"long"}}},)"
      R"("annotations":{"readOnlyHint":true}})";
  const std::string toolboxes = toolboxes_file(
      R"("dev":{"description":"d",)" + std::string(GetParam()) + R"("mcpServers":{)" +
      fake_server("one", {"--raw-tool", tool, "--tools", "20"}) + "," + fake_server("two", {"--tools", "5"}) + "}}");
  const Outcome listed = Commands(toolboxes).run({"list", "--json"});
  WorkbenchClient client(toolboxes);
  client.initialize();
  EXPECT_EQ(member(elements(member(listed.output, "toolboxes")).at(0), "tokens"),
            member(first_text(client.open("dev")), "tokens"))
      << listed.output;
}

INSTANTIATE_TEST_SUITE_P(Of, ListInAMode, testing::Values("", R"("maxTokens":300,)", R"("detail":"names",)"));

TEST(List, ShowsWhyAServerHasNoToolsAndExitsWith5) {
  const Outcome outcome = Commands(two_toolboxes()).run({"list"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("dev "), HasSubstr("Dangerous things."), HasSubstr("bad"),
                                    HasSubstr("FAILED: cannot start '/no/such'")));
}

TEST(List, OfOneServer) {
  const Commands commands(two_toolboxes());
  EXPECT_THAT(commands.run({"list", "dev/fake"}).output, HasSubstr("echo"));
  const Outcome outcome = commands.run({"list", "dev/fak"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("did you mean \"fake\"?"));
  EXPECT_EQ(commands.run({"list", "dew"}).code, 64);
}

TEST(List, KnowsWhatAnEarlierRunHasListedWithoutStartingServers) {
  const TemporaryFolder folder;
  const std::string server = (folder.path() / "server").string();
  std::filesystem::create_symlink(FAKE_SERVER, server);
  const Commands commands(
      toolboxes_file(toolbox("dev", R"("s":{"command":")" + server + R"(","args":["--tools","2"]})")));
  EXPECT_THAT(commands.run({"list"}).output, HasSubstr("2 tools"));
  std::filesystem::remove(server);
  const Outcome outcome = commands.run({"list"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("2 tools"));
}

TEST(List, DeclaresToServersWhatACallDeclares) {
  const Commands commands(dev_toolbox(fake_server("s", {"--tool", "initialize_params"})));
  commands.run({"list"});
  // The call finds the catalog of the list, which is kept apart for each set of capabilities.
  const Outcome outcome = commands.run({"call", "dev/s/initialize_params", "--raw", "-D", "log.level=debug"});
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(R"("elicitation":{)"), Not(HasSubstr("roots"))))
      << "a server may serve the roots of its client in place of its configured folders";
  EXPECT_THAT(outcome.errors, HasSubstr("its catalog is known from an earlier run"));
}

TEST(List, AsJson) {
  const Outcome outcome = Commands(two_toolboxes()).run({"list", "--json"});
  EXPECT_EQ(member(elements(member(outcome.output, "toolboxes")).at(0), "name"), "\"dev\"");
  const std::string server = elements(member(elements(member(outcome.output, "toolboxes")).at(0), "servers")).at(0);
  EXPECT_EQ(member(server, "tokens"), "93");
  EXPECT_EQ(member(elements(member(server, "tools")).at(1), "description"), "\"Echoes. And more.\"");
  const std::string bad = elements(member(elements(member(outcome.output, "toolboxes")).at(1), "servers")).at(0);
  EXPECT_THAT(member(bad, "error"), HasSubstr("cannot start"));
}

TEST(Show, AToolWithItsArguments) {
  const Outcome outcome = Commands(two_toolboxes()).run({"show", "dev/fake/echo"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.output,
            "dev/fake/echo\n\nEchoes. And more.\n\nArguments:\n"
            "  text  string   required   What to say\n"
            "  n     integer  default 3\n"
            "\n~62 tokens\n");
}

TEST(Show, TheWholeDefinitionAsJson) {
  const Outcome outcome = Commands(two_toolboxes()).run({"show", "dev/fake/echo", "--json"});
  EXPECT_EQ(member(outcome.output, "inputSchema.properties.n"), R"({"type":"integer","default":3})");
}

TEST(Show, AToolThatIsNotThere) {
  const Commands commands(two_toolboxes());
  const Outcome outcome = commands.run({"show", "dev/fake/exho"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("did you mean \"echo\"?"));
  EXPECT_EQ(commands.run({"show", "ops/bad/any"}).code, 5);
  EXPECT_EQ(commands.run({"show", "dev/fake"}).code, 64);
}

}  // namespace
