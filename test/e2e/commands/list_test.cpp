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
  EXPECT_EQ(outcome.out,
            "dev       ~75 tokens  d\n"
            "  fake    ~75 tokens  2 tools\n"
            "    hang  ~24 tokens  The tool hang\n"
            "    echo  ~51 tokens  Echoes.\n");
}

TEST(List, ShowsWhyAServerHasNoToolsAndExitsWith5) {
  const Outcome outcome = Commands(two_toolboxes()).run({"list"});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("dev "), HasSubstr("Dangerous things."), HasSubstr("bad"),
                                 HasSubstr("FAILED: cannot start '/no/such'")));
}

TEST(List, OfOneServer) {
  const Commands commands(two_toolboxes());
  EXPECT_THAT(commands.run({"list", "dev/fake"}).out, HasSubstr("echo"));
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
  EXPECT_THAT(commands.run({"list"}).out, HasSubstr("2 tools"));
  std::filesystem::remove(server);
  const Outcome outcome = commands.run({"list"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.out, HasSubstr("2 tools"));
}

TEST(List, DeclaresToServersWhatACallDeclares) {
  const Commands commands(dev_toolbox(fake_server("s", {"--tool", "initialize_params"})));
  commands.run({"list"});
  // The call finds the catalog of the list, which is kept apart for each set of capabilities.
  const Outcome outcome = commands.run({"call", "dev/s/initialize_params", "--raw", "-D", "log.level=debug"});
  EXPECT_THAT(outcome.out, HasSubstr(R"("elicitation":{)"));
  EXPECT_THAT(outcome.errors, HasSubstr("its catalog is known from an earlier run"));
}

TEST(List, AsJson) {
  const Outcome outcome = Commands(two_toolboxes()).run({"list", "--json"});
  EXPECT_EQ(member(elements(member(outcome.out, "toolboxes")).at(0), "name"), "\"dev\"");
  const std::string server = elements(member(elements(member(outcome.out, "toolboxes")).at(0), "servers")).at(0);
  EXPECT_EQ(member(server, "tokens"), "75");
  EXPECT_EQ(member(elements(member(server, "tools")).at(1), "description"), "\"Echoes. And more.\"");
  const std::string bad = elements(member(elements(member(outcome.out, "toolboxes")).at(1), "servers")).at(0);
  EXPECT_THAT(member(bad, "error"), HasSubstr("cannot start"));
}

TEST(Show, AToolWithItsArguments) {
  const Outcome outcome = Commands(two_toolboxes()).run({"show", "dev/fake/echo"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(outcome.out,
            "dev/fake/echo\n\nEchoes. And more.\n\nArguments:\n"
            "  text  string   required   What to say\n"
            "  n     integer  default 3\n"
            "\n~51 tokens\n");
}

TEST(Show, TheWholeDefinitionAsJson) {
  const Outcome outcome = Commands(two_toolboxes()).run({"show", "dev/fake/echo", "--json"});
  EXPECT_EQ(member(outcome.out, "inputSchema.properties.n"), R"({"type":"integer","default":3})");
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
