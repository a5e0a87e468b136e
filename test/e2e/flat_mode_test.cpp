// toolMode flat: the tools of all servers under their own names, also with servers that are slow or broken.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "slow_servers.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct Flat : WorkbenchClient {
  explicit Flat(std::string_view members, const std::vector<std::string>& options = {})
      : WorkbenchClient(toolboxes_file(members, "flat"), options) {
    initialize();
  }
};

TEST(FlatMode, ListsTheToolsOfAllServersUnderTheirOwnNames) {
  Flat client(toolbox("dev", fake_server("zeta", {"--tool", "b", "--tool", "a"}) + "," +
                                 fake_server("alpha", {"--tool", "c"})) +
              "," + toolbox("prod", fake_server("s", {"--tool", "d"})));
  EXPECT_THAT(client.listed_names(), ElementsAre("b", "a", "c", "d"));
}

TEST(FlatMode, ListsADefinitionToTheByte) {
  const std::string definition =
      R"({"description":"D\u00e9j\u00e0","name":"t","inputSchema":{"type":"object","maximum":1.0,"properties":{}},"later": null})";
  Flat client(toolbox("dev", fake_server("s", {"--raw-tool", definition})));
  EXPECT_EQ(client.request("tools/list", "{}"), R"({"tools":[)" + definition + "]}");
}

TEST(FlatMode, PassesArgumentsAndResultsToTheByte) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_EQ(client.request("tools/call", R"({"name":"echo","arguments":{"n":1.0,"n":2,"e":1e2}})"),
            R"({"content":[],"echo":{"n":1.0,"n":2,"e":1e2}})");
}

TEST(FlatMode, PrefixesNamesThatSeveralServersHave) {
  Flat client(
      toolbox("dev", fake_server("a", {"--tool", "pid", "--tool", "x"}) + "," + fake_server("b", {"--tool", "pid"})));
  EXPECT_THAT(client.listed_names(), ElementsAre("a__pid", "x", "b__pid"));
  EXPECT_NE(first_text(client.request("tools/call", R"({"name":"a__pid"})")),
            first_text(client.request("tools/call", R"({"name":"b__pid"})")));
}

TEST(FlatMode, ServesACallBeforeTheFirstList) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"pid"})"), HasSubstr("content"));
}

TEST(FlatMode, HidesFilteredTools) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "pid", "--tool", "echo"}, R"("toolFilters":["pid"])")));
  EXPECT_THAT(client.listed_names(), ElementsAre("pid"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"echo"})"), StartsWith(R"(error: {"code":-32602)"));
}

TEST(FlatMode, ListsTheConfiguredMetaToolsAlone) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "x"})), {"-D", "metaTools=list_toolboxes"});
  EXPECT_THAT(client.listed_names(), ElementsAre("list_toolboxes", "x"));
}

TEST(FlatMode, ListsTheOtherServersWhenOneCannotStart) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "x"}) + R"(,"gone":{"command":"/no/such/program"})"));
  EXPECT_THAT(client.listed_names(), ElementsAre("x"));
}

TEST(FlatMode, PassesAServersErrorUnchanged) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_EQ(client.request("tools/call", R"({"name":"jsonrpc_error","arguments":)"
                                         R"({"code":-32042,"message":"first this","data":{"x":1.0}}})"),
            R"(error: {"code":-32042,"message":"first this","data":{"x":1.0}})");
}

TEST(FlatMode, ReportsWhyACallWasNotAnswered) {
  Flat client(toolbox("dev", fake_server("s")));
  const std::string result = client.request("tools/call", R"({"name":"exit","arguments":{"code":3}})");
  EXPECT_THAT(first_text(result), StartsWith("[dev/s/exit] Error: the server ended with exit code 3"));
  EXPECT_EQ(member(result, "isError"), "true");
}

TEST(FlatMode, AnnouncesWhenAServersToolsChange) {
  Flat client(toolbox("dev", fake_server("s", {"--tool", "pid", "--list-changed-by-call", "pid"})));
  EXPECT_THAT(client.listed_names(), ElementsAre("pid"));
  client.request("tools/call", R"({"name":"pid"})");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  EXPECT_THAT(client.listed_names(), ElementsAre("pid", "added"));
}

TEST(FlatMode, RefusesAnUnknownTool) {
  Flat client(toolbox("dev", fake_server("s")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"nope"})"),
              HasSubstr(R"("code":-32602,"message":"tools/call: Unknown tool: nope")"));
}

TEST(FlatModeWithASlowServer, ListsTheReadyServersAndAnnouncesTheOthers) {
  const DelayedServer slow;
  PatientClient client(
      toolboxes_file(toolbox("dev", slow.entry("slow") + "," + fake_server("s", {"--tool", "t"})), "flat"), "500 ms");
  EXPECT_THAT(client.listed_names(), ElementsAre("t"));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  slow.start();
  EXPECT_EQ(client.next_line(), kListChanged);
  EXPECT_THAT(client.listed_names(), ElementsAre("late", "t"));
}

TEST(FlatModeWithASlowServer, CallsAListedToolAtOnce) {
  PatientClient client(
      toolboxes_file(toolbox("slow", silent_server("slow")) + "," + toolbox("dev", fake_server("s", {"--tool", "pid"})),
                     "flat"),
      "500 ms");
  EXPECT_THAT(client.listed_names(), ElementsAre("pid"));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  EXPECT_THAT(client.request("tools/call", R"({"name":"pid"})"), HasSubstr("content"));
}

TEST(FlatModeWithABrokenServer, CallsAListedToolWithoutRestartingTheBrokenServer) {
  PatientClient client(toolboxes_file(toolbox("broken", R"("gone":{"command":"/no/such/program"})") + "," +
                                          toolbox("dev", fake_server("s", {"--tool", "pid"})),
                                      "flat"),
                       "10 s");
  EXPECT_THAT(client.listed_names(), ElementsAre("pid"));
  client.request("tools/call", R"({"name":"pid"})");
  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("[broken/gone] not started"), log.rfind("[broken/gone] not started")) << log;
}

TEST(FlatModeWithABrokenServer, NamesTheMissingServersForAnUnknownTool) {
  PatientClient client(
      toolboxes_file(toolbox("dev", R"("gone":{"command":"/no/such/program"},)" + silent_server("slow") + "," +
                                        fake_server("s", {"--tool", "pid"})),
                     "flat"),
      "500 ms");
  EXPECT_THAT(client.request("tools/call", R"({"name":"nope"})"),
              AllOf(StartsWith(R"(error: {"code":-32602,"message":"tools/call: Unknown tool: nope; Failed to connect )"
                               R"(to server 'gone' in toolbox 'dev': cannot start '/no/such/program': )"),
                    HasSubstr("; server 'slow' in toolbox 'dev' is still starting")));
}

TEST(FlatModeWithABrokenServer, LogsToASessionOnceWhyToolsAreMissing) {
  PatientClient client(
      toolboxes_file(toolbox("dev", R"("gone":{"command":"/no/such/program"},)" + fake_server("s", {"--tool", "pid"})),
                     "flat"),
      "10 s");
  client.listed_names();
  client.listed_names();
  ASSERT_EQ(client.notifications().size(), 1U);
  const std::string& message = client.notifications().front();
  EXPECT_EQ(member(message, "method"), R"("notifications/message")");
  EXPECT_EQ(member(message, "params.level"), R"("warning")");
  EXPECT_EQ(member(message, "params.logger"), R"("dev/gone")");
  EXPECT_THAT(characters(member(message, "params.data")),
              StartsWith("Failed to connect to server 'gone' in toolbox 'dev': cannot start '/no/such/program'"));
}

TEST(FlatModeWithABrokenServer, LogsAFailureAfterTheListToASession) {
  PatientClient client(toolboxes_file(toolbox("dev", silent_server("s", "Error: no key", R"("startTimeoutMs":1500)") +
                                                         "," + fake_server("t", {"--tool", "t"})),
                                      "flat"),
                       "300 ms");
  EXPECT_THAT(client.listed_names(), ElementsAre("t"));
  EXPECT_THAT(client.next_line(), AllOf(HasSubstr("notifications/message"),
                                        HasSubstr("Failed to connect to server 's'"), HasSubstr("Error: no key")));
}

TEST(FlatModeWithoutAnyServer, AnswersToolsListWithTheReasons) {
  PatientClient client(
      toolboxes_file(toolbox("dev", R"("a":{"command":"/no/such/a"},"b":{"command":"/no/such/b"})"), "flat"), "10 s");
  EXPECT_THAT(client.request("tools/list", "{}"),
              AllOf(StartsWith(R"(error: {"code":-32603,"message":")"),
                    HasSubstr("Failed to connect to server 'a' in toolbox 'dev': cannot start '/no/such/a'"),
                    HasSubstr(R"(\nFailed to connect to server 'b' in toolbox 'dev': cannot start '/no/such/b')")));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  EXPECT_EQ(client.request("resources/list", "{}"), R"({"resources":[]})");
}

TEST(FlatModeWithoutAnyServer, ReportsWhyAHangingServerFailed) {
  PatientClient client(
      toolboxes_file(toolbox("dev", silent_server("slow", "Error: no token", R"("startTimeoutMs":1000)")), "flat"),
      "300 ms");
  EXPECT_THAT(client.listed_names(), IsEmpty());
  client.process().wait_for_error_text("[dev/slow] not started");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("last words on stderr: Error: no token"));
}

TEST(FlatMode, ListsNothingWithoutServers) {
  PatientClient client(toolboxes_file(toolbox("dev", ""), "flat"));
  EXPECT_EQ(client.request("tools/list", "{}"), R"({"tools":[]})");
}

}  // namespace
