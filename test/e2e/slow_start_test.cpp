// Servers that take long to start, or for ever: they hold nobody up, and it is told why they fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;

using test_support::TemporaryFolder;
using test_support::WorkbenchClient;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kListChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

/// The default, with which a client would wait: a test that takes this long has failed.
constexpr std::chrono::seconds kPatience{10};

std::string toolbox(std::string_view name, std::string_view servers) {
  return "\"" + std::string(name) + R"(":{"description":"d","mcpServers":{)" + std::string(servers) + "}}";
}

std::string mode(std::string_view name, std::string_view toolboxes) {
  return R"({"toolMode":")" + std::string(name) + R"(","toolboxes":{)" + std::string(toolboxes) + "}}";
}

/// Never says a word to its client, but this on stderr.
std::string silent(std::string_view name, std::string_view words = {}, std::string_view more_members = {}) {
  std::vector<std::string> arguments{"--silent-initialize"};
  if (!words.empty()) arguments.insert(arguments.end(), {"--stderr", std::string(words)});
  return fake_server(name, arguments, more_members);
}

/// A server that starts when the test lets it.
class OriginPolicy {
 public:
  [[nodiscard]] std::string server(std::string_view name, const std::string& arguments = "--tool late") const {
    const std::string script = "while [ ! -e " + path_ + " ]; do sleep 0.02; done; exec " FAKE_SERVER " " + arguments;
    return test_support::quoted(name) + R"(:{"command":"/bin/sh","args":["-c",)" + test_support::quoted(script) + "]}";
  }
  void open() const { std::ofstream{path_}; }

 private:
  TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "open").string();
};

/// A client whose workbench waits for servers this long.
struct Client : WorkbenchClient {
  explicit Client(std::string_view toolboxes, const std::string& patience = "0 ms",
                  const std::vector<std::string>& more_options = {})
      : WorkbenchClient(toolboxes, with(patience, more_options)) {
    initialize();
  }

  static std::vector<std::string> with(const std::string& patience, std::vector<std::string> options) {
    options.insert(options.end(), {"-D", "limits.openPatience=" + patience});
    return options;
  }

  std::vector<std::string> names_listed() {
    std::vector<std::string> names;
    for (const std::string& tool : elements(member(request("tools/list", "{}"), "tools"))) {
      names.push_back(characters(member(tool, "name")));
    }
    return names;
  }

  /// What open_toolbox answers, when the servers that are not still starting have been waited for.
  std::string open_text(std::string_view name) { return first_text(open(name)); }
};

std::string still_starting(const std::string& server) {
  return "server '" + server + "' is still starting; open the toolbox again in a while to see its tools";
}

std::string params_of_a_stateless_call(const std::string& server, const std::string& tool) {
  return R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":")" + server + R"(","tool":")" + tool +
         R"("}},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
         R"("io.modelcontextprotocol/clientCapabilities":{}}})";
}

// --- opening ---------------------------------------------------------------------------------------------------------

TEST(OpeningASlowServersToolbox, AnswersWithWhatIsReadyWhenThePatienceIsOver) {
  Client client(test_support::toolboxes_file(toolbox("dev", silent("slow") + "," + fake_server("s", {"--tool", "t"}))),
                "500 ms");
  const std::string text = client.open_text("dev");
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(elements(member(text, "tools")).size(), 1U);
  EXPECT_EQ(member(text, "_errors"), "");
  EXPECT_EQ(member(text, "_notes"), "[" + test_support::quoted(still_starting("slow")) + "]");
}

TEST(OpeningASlowServersToolbox, CountsAsOpenThoughNothingIsReady) {
  Client client(test_support::toolboxes_file(toolbox("dev", silent("slow"))), "0 ms",
                {"-D", "metaTools=open_toolbox,use_tool,list_toolboxes"});
  const std::string result = client.open("dev");
  EXPECT_EQ(member(result, "isError"), "");
  EXPECT_EQ(member(first_text(result), "servers_connected"), "0");
  EXPECT_THAT(first_text(client.call("list_toolboxes", "{}")), HasSubstr(R"("open":true)"));
}

TEST(OpeningASlowServersToolbox, AgainWhileItStartsAnswersAtOnceAndStartsNothing) {
  Client client(test_support::toolboxes_file(toolbox("dev", silent("slow", "STARTED"))), "300 ms");
  const std::string first = client.open("dev");
  client.process().wait_for_error_text("STARTED");
  EXPECT_EQ(client.open("dev"), first);
  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("STARTED"), log.rfind("STARTED")) << log;
}

TEST(OpeningASlowServersToolbox, AgainWhenItIsReadyShowsItsTools) {
  const OriginPolicy gate;
  Client client(test_support::toolboxes_file(toolbox("dev", gate.server("slow"))));
  EXPECT_THAT(client.open_text("dev"), HasSubstr(still_starting("slow")));
  gate.open();
  client.process().wait_for_error_text("[dev/slow] ready");
  const std::string text = client.open_text("dev");
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(member(text, "_notes"), "");
  EXPECT_THAT(text, HasSubstr(R"("name":"late")"));
}

TEST(OpeningASlowServersToolbox, TellsWhyItFailedAndThatItIsStartedAgainWithoutWaiting) {
  Client client(
      test_support::toolboxes_file(toolbox("dev", silent("slow", "Error: no token", R"("startTimeoutMs":1000)") + "," +
                                                      fake_server("s", {"--tool", "t"}))),
      "300 ms");
  EXPECT_THAT(client.open_text("dev"), HasSubstr(still_starting("slow")));
  client.process().wait_for_error_text("[dev/slow] not started");
  const std::string text = client.open_text("dev");
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(member(text, "_errors"),
            "[" +
                test_support::quoted(
                    "Failed to connect to server 'slow' in toolbox 'dev': initialize: the server was not ready "
                    "within 1 s; its last words on stderr: Error: no token") +
                "]");
  EXPECT_THAT(member(text, "_notes"), HasSubstr("still starting"));
}

TEST(OpeningASlowServersToolbox, StillWaitsForOneThatFailsSoonAndTriesItAgain) {
  const TemporaryFolder folder;
  const std::string program = (folder.path() / "late").string();
  Client client(test_support::toolboxes_file(
                    toolbox("dev", R"("late":{"command":)" + test_support::quoted(program) + "}," + fake_server("s"))),
                "10 s");
  EXPECT_EQ(member(client.open_text("dev"), "servers_connected"), "1");
  std::filesystem::create_symlink(FAKE_SERVER, program);
  EXPECT_EQ(member(client.open_text("dev"), "servers_connected"), "2");
}

TEST(OpeningASlowServersToolbox, CanBeFollowedByClosingIt) {
  Client client(test_support::toolboxes_file(toolbox("dev", silent("slow", "STARTED"))), "0 ms",
                {"-D", "metaTools=open_toolbox,close_toolbox"});
  const std::string opened = client.open("dev");
  client.process().wait_for_error_text("STARTED");
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), R"({"toolbox":"dev","closed":true})");
  EXPECT_EQ(client.open("dev"), opened);
}

TEST(OpeningASlowServersToolbox, InDynamicModeIsFollowedByItsToolsWhenItIsReady) {
  const OriginPolicy gate;
  Client client(mode("dynamic", toolbox("dev", gate.server("slow"))));
  client.open("dev");
  EXPECT_THAT(client.notifications(), ElementsAre(kListChanged)) << "before the answer";
  EXPECT_THAT(client.names_listed(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  gate.open();
  EXPECT_EQ(client.next_line(), kListChanged);
  EXPECT_THAT(client.names_listed(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__slow__late"));
}

// --- calling ---------------------------------------------------------------------------------------------------------

TEST(ACallOfASlowServersTool, WaitsForTheStartAndIsCarriedOut) {
  const OriginPolicy gate;
  Client client(test_support::toolboxes_file(toolbox("dev", gate.server("slow", "--tool echo"))));
  client.open("dev");
  const int call = client.send(
      "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"slow","tool":"echo"}}})");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  gate.open();
  EXPECT_THAT(client.answer_to(call), HasSubstr(R"("result":{"content":[],"echo":{}})"));
}

TEST(ACallOfASlowServersTool, InDynamicModeWaitsForTheStartToo) {
  const OriginPolicy gate;
  Client client(mode("dynamic", toolbox("dev", gate.server("slow", "--tool echo"))));
  client.open("dev");
  const int call = client.send("tools/call", R"({"name":"dev__slow__echo"})");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  gate.open();
  EXPECT_THAT(client.answer_to(call), HasSubstr(R"("result":{"content":[],"echo":{}})"));
}

TEST(ACallOfASlowServersTool, ThatTheFiltersHideIsNotFoundWhenItIsReady) {
  const OriginPolicy gate;
  std::string server = gate.server("slow", "--tool echo --tool other");
  server.insert(server.size() - 1, R"(,"toolFilters":["other"])");
  Client client(test_support::toolboxes_file(toolbox("dev", server)));
  client.open("dev");
  const int call = client.send(
      "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"slow","tool":"echo"}}})");
  gate.open();
  EXPECT_THAT(client.answer_to(call), HasSubstr("Tool 'echo' not found in server 'slow' (toolbox 'dev')"));
}

TEST(ACallOfASlowServersTool, ThatIsCancelledIsNotCarriedOut) {
  const OriginPolicy gate;
  Client client(
      test_support::toolboxes_file(toolbox("dev", gate.server("slow", "--tool late --tool last_call_params"))));
  client.open("dev");
  const int call = client.send(
      "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"slow","tool":"late"}}})");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(call) + "}");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  gate.open();
  client.process().wait_for_error_text("[dev/slow] ready");
  EXPECT_THAT(client.use("dev", "slow", "last_call_params"), Not(HasSubstr("late")));
}

TEST(ACallOfASlowServersTool, ThatNeverStartsSaysWhy) {
  Client client(
      test_support::toolboxes_file(toolbox("dev", silent("slow", "Error: no token", R"("startTimeoutMs":1000)"))));
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "slow", "t"),
            "[dev/slow/t] Error: Failed to connect to server 'slow' in toolbox 'dev': initialize: the server was not "
            "ready within 1 s; its last words on stderr: Error: no token");
}

TEST(AStatelessCall, WhoseToolboxCannotBeOpenedSaysWhyThisServerFailed) {
  WorkbenchClient client(test_support::toolboxes_file(
      toolbox("dev", R"("a":{"command":"/no/such/a"},)" + fake_server("b", {"--exit-on-initialize", "3"}))));
  EXPECT_THAT(first_text(client.request("tools/call", params_of_a_stateless_call("a", "t"))),
              StartsWith("[dev/a/t] Error: Failed to connect to server 'a' in toolbox 'dev': cannot start "
                         "'/no/such/a': No such file or directory"));
  EXPECT_THAT(first_text(client.request("tools/call", params_of_a_stateless_call("b", "t"))),
              AllOf(StartsWith("[dev/b/t] Error: Failed to connect to server 'b' in toolbox 'dev': "),
                    HasSubstr("ended with exit code 3")));
}

TEST(AStatelessCall, DoesNotWaitForTheOtherServersOfItsToolbox) {
  WorkbenchClient client(
      test_support::toolboxes_file(toolbox("dev", silent("slow") + "," + fake_server("s", {"--tool", "echo"}))));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_THAT(client.request("tools/call", params_of_a_stateless_call("s", "echo")), HasSubstr(R"("echo":{})"));
  EXPECT_LT(std::chrono::steady_clock::now() - before, kPatience);
}

TEST(AStatelessCall, ThatOpensAToolboxAnnouncesItToTheSessionBesideIt) {
  Client client(mode("dynamic", toolbox("dev", fake_server("s", {"--tool", "echo"}))), "10 s");
  client.request("tools/call", params_of_a_stateless_call("s", "echo"));
  EXPECT_THAT(client.notifications(), ElementsAre(kListChanged));
  EXPECT_THAT(client.names_listed(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__s__echo"));
}

// --- flat mode -------------------------------------------------------------------------------------------------------

TEST(FlatModeWithASlowServer, ListsWhatIsReadyAndSaysWhenThereIsMore) {
  const OriginPolicy gate;
  Client client(mode("flat", toolbox("dev", gate.server("slow") + "," + fake_server("s", {"--tool", "t"}))), "500 ms");
  EXPECT_THAT(client.names_listed(), ElementsAre("t"));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  gate.open();
  EXPECT_EQ(client.next_line(), kListChanged);
  EXPECT_THAT(client.names_listed(), ElementsAre("late", "t"));
}

TEST(FlatModeWithASlowServer, CallsWhatIsListedAtOnce) {
  Client client(
      mode("flat", toolbox("slow", silent("slow")) + "," + toolbox("dev", fake_server("s", {"--tool", "pid"}))),
      "500 ms");
  EXPECT_THAT(client.names_listed(), ElementsAre("pid"));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  EXPECT_THAT(client.request("tools/call", R"({"name":"pid"})"), HasSubstr("content"));
}

TEST(FlatModeWithABrokenServer, CallsWhatIsListedWithoutStartingTheBrokenOneAgain) {
  Client client(mode("flat", toolbox("broken", R"("gone":{"command":"/no/such/program"})") + "," +
                                 toolbox("dev", fake_server("s", {"--tool", "pid"}))),
                "10 s");
  EXPECT_THAT(client.names_listed(), ElementsAre("pid"));
  client.request("tools/call", R"({"name":"pid"})");
  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("[broken/gone] not started"), log.rfind("[broken/gone] not started")) << log;
}

TEST(FlatModeWithABrokenServer, SaysOfAnUnknownToolWhichServersAreMissing) {
  Client client(mode("flat", toolbox("dev", R"("gone":{"command":"/no/such/program"},)" + silent("slow") + "," +
                                                fake_server("s", {"--tool", "pid"}))),
                "500 ms");
  EXPECT_THAT(client.request("tools/call", R"({"name":"nope"})"),
              AllOf(StartsWith(R"(error: {"code":-32602,"message":"tools/call: Unknown tool: nope; Failed to connect )"
                               R"(to server 'gone' in toolbox 'dev': cannot start '/no/such/program': )"),
                    HasSubstr("; server 'slow' in toolbox 'dev' is still starting")));
}

TEST(FlatModeWithABrokenServer, TellsASessionOnceWhyItsToolsAreMissing) {
  Client client(
      mode("flat", toolbox("dev", R"("gone":{"command":"/no/such/program"},)" + fake_server("s", {"--tool", "pid"}))),
      "10 s");
  client.names_listed();
  client.names_listed();
  ASSERT_EQ(client.notifications().size(), 1U);
  const std::string& told = client.notifications().front();
  EXPECT_EQ(member(told, "method"), R"("notifications/message")");
  EXPECT_EQ(member(told, "params.level"), R"("warning")");
  EXPECT_EQ(member(told, "params.logger"), R"("dev/gone")");
  EXPECT_THAT(characters(member(told, "params.data")),
              StartsWith("Failed to connect to server 'gone' in toolbox 'dev': cannot start '/no/such/program'"));
}

TEST(FlatModeWithABrokenServer, TellsASessionOfAFailureThatComesAfterTheList) {
  Client client(mode("flat", toolbox("dev", silent("s", "Error: no key", R"("startTimeoutMs":1500)") + "," +
                                                fake_server("t", {"--tool", "t"}))),
                "300 ms");
  EXPECT_THAT(client.names_listed(), ElementsAre("t"));
  EXPECT_THAT(client.next_line(), AllOf(HasSubstr("notifications/message"),
                                        HasSubstr("Failed to connect to server 's'"), HasSubstr("Error: no key")));
}

TEST(FlatModeWithoutAnyServer, AnswersTheListOfToolsWithTheReasons) {
  Client client(mode("flat", toolbox("dev", R"("a":{"command":"/no/such/a"},"b":{"command":"/no/such/b"})")), "10 s");
  EXPECT_THAT(client.request("tools/list", "{}"),
              AllOf(StartsWith(R"(error: {"code":-32603,"message":")"),
                    HasSubstr("Failed to connect to server 'a' in toolbox 'dev': cannot start '/no/such/a'"),
                    HasSubstr(R"(\nFailed to connect to server 'b' in toolbox 'dev': cannot start '/no/such/b')")));
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
  EXPECT_EQ(client.request("resources/list", "{}"), R"({"resources":[]})");
}

TEST(FlatModeWithoutAnyServer, SaysWhyOneThatHangsDoesAndNotOnlyThatItIsStarting) {
  Client client(mode("flat", toolbox("dev", silent("slow", "Error: no token", R"("startTimeoutMs":1000)"))), "300 ms");
  EXPECT_THAT(client.names_listed(), IsEmpty());
  client.process().wait_for_error_text("[dev/slow] not started");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("last words on stderr: Error: no token"));
}

TEST(FlatModeWithoutAConfiguredServer, ListsNothing) {
  Client client(mode("flat", toolbox("dev", "")));
  EXPECT_EQ(client.request("tools/list", "{}"), R"({"tools":[]})");
}

}  // namespace
