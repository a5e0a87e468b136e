// toolMode flat: what the servers have, natively.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::WorkbenchClient;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string toolbox(std::string_view name, std::string_view servers) {
  return "\"" + std::string(name) + R"(":{"description":"d","mcpServers":{)" + std::string(servers) + "}}";
}

struct Flat : WorkbenchClient {
  explicit Flat(std::string_view members, const std::vector<std::string>& options = {})
      : WorkbenchClient(R"({"toolMode":"flat","toolboxes":{)" + std::string(members) + "}}", options) {
    initialize();
  }
};

std::vector<std::string> listed_names(WorkbenchClient& client) {
  std::vector<std::string> names;
  for (const std::string& tool : elements(member(client.request("tools/list", "{}"), "tools"))) {
    names.push_back(characters(member(tool, "name")));
  }
  return names;
}

TEST(FlatMode, ListsTheToolsOfAllServersUnderTheirOwnNames) {
  Flat client(toolbox("dev", fake_server("zeta", {"--tool", "b", "--tool", "a"}) + "," +
                                 fake_server("alpha", {"--tool", "c"})) +
              "," + toolbox("prod", fake_server("s", {"--tool", "d"})));
  EXPECT_THAT(listed_names(client), ElementsAre("b", "a", "c", "d"));
}

TEST(FlatMode, ListsADefinitionToTheByte) {
  const std::string definition =
      R"({"description":"D\u00e9j\u00e0","name":"t","inputSchema":{"type":"object","maximum":1.0},"later": null})";
  Flat client(toolbox("dev", fake_server("s", {"--raw-tool", definition})));
  EXPECT_EQ(client.request("tools/list", "{}"), R"({"tools":[)" + definition + "]}");
}

TEST(FlatMode, CallsAToolByItsNameAndKeepsEveryByte) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_EQ(client.request("tools/call", R"({"name":"echo","arguments":{"n":1.0,"n":2,"e":1e2}})"),
            R"({"content":[],"echo":{"n":1.0,"n":2,"e":1e2}})");
}

TEST(FlatMode, RenamesWhatSeveralServersHave) {
  Flat client(
      toolbox("dev", fake_server("a", {"--tool", "pid", "--tool", "x"}) + "," + fake_server("b", {"--tool", "pid"})));
  EXPECT_THAT(listed_names(client), ElementsAre("a__pid", "x", "b__pid"));
  EXPECT_NE(first_text(client.request("tools/call", R"({"name":"a__pid"})")),
            first_text(client.request("tools/call", R"({"name":"b__pid"})")));
}

TEST(FlatMode, ServesACallBeforeAnybodyListed) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"pid"})"), HasSubstr("content"));
}

TEST(FlatMode, HidesWhatTheFiltersHide) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "pid", "--tool", "echo"}, R"("toolFilters":["pid"])")));
  EXPECT_THAT(listed_names(client), ElementsAre("pid"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"echo"})"), StartsWith(R"(error: {"code":-32602)"));
}

TEST(FlatMode, ShowsNoMetaToolsUnlessTheyAreNamed) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "x"})), {"-D", "metaTools=list_toolboxes"});
  EXPECT_THAT(listed_names(client), ElementsAre("list_toolboxes", "x"));
}

TEST(FlatMode, GoesOnWithoutAServerThatCannotBeStarted) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "x"}) + R"(,"gone":{"command":"/no/such/program"})"));
  EXPECT_THAT(listed_names(client), ElementsAre("x"));
}

TEST(FlatMode, PassesAServersErrorOnAsItIs) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_EQ(client.request("tools/call", R"({"name":"jsonrpc_error","arguments":)"
                                         R"({"code":-32042,"message":"first this","data":{"x":1.0}}})"),
            R"(error: {"code":-32042,"message":"first this","data":{"x":1.0}})");
}

TEST(FlatMode, SaysWhatHappenedToACallThatWasNotAnswered) {
  Flat client(toolbox("dev", fake_server("s")));
  const std::string result = client.request("tools/call", R"({"name":"exit","arguments":{"code":3}})");
  EXPECT_THAT(first_text(result), StartsWith("[dev/s/exit] Error: the server ended with exit code 3"));
  EXPECT_EQ(member(result, "isError"), "true");
}

TEST(FlatMode, TellsWhenAServersToolsChange) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "pid", "--list-changed-by-call", "pid"})));
  EXPECT_THAT(listed_names(client), ElementsAre("pid"));
  client.request("tools/call", R"({"name":"pid"})");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  EXPECT_THAT(listed_names(client), ElementsAre("pid", "added"));
}

TEST(FlatMode, DoesNotKnowAToolThatNobodyHas) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"nope"})"),
              HasSubstr(R"("code":-32602,"message":"tools/call: Unknown tool: nope")"));
}

}  // namespace
