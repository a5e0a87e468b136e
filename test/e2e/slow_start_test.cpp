// Servers that take long to start, or never do: they delay no other, and the reason of a failure is reported.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "slow_servers.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// The default of limits.openPatience: a test that takes this long has waited for it.
constexpr std::chrono::seconds kDefaultPatience{10};

std::string still_starting(const std::string& server) {
  return "server '" + server + "' is still starting; open the toolbox again in a while to see its tools";
}

std::string modern_call(const std::string& server, const std::string& tool) {
  return use_tool_params("dev", server, tool, "{}", "\"_meta\":{" + modern_request_metadata() + "}");
}

TEST(OpenToolboxWithASlowServer, ReturnsTheToolsOfTheReadyServers) {
  PatientClient client(toolboxes_file(toolbox("dev", silent_server("slow") + "," + fake_server("s", {"--tool", "t"}))),
                       "500 ms");
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(elements(member(text, "tools")).size(), 1U);
  EXPECT_EQ(member(text, "_errors"), "");
  EXPECT_EQ(member(text, "_notes"), "[" + test_support::quoted(still_starting("slow")) + "]");
}

TEST(OpenToolboxWithASlowServer, OpensTheToolboxWhenNoServerIsReady) {
  PatientClient client(toolboxes_file(toolbox("dev", silent_server("slow"))), "0 ms",
                       {"-D", "metaTools=open_toolbox,use_tool,list_toolboxes"});
  const std::string result = client.open("dev");
  EXPECT_EQ(member(result, "isError"), "");
  EXPECT_EQ(member(first_text(result), "servers_connected"), "0");
  EXPECT_THAT(first_text(client.call("list_toolboxes", "{}")), HasSubstr(R"("open":true)"));
}

TEST(OpenToolboxWithASlowServer, AgainReturnsTheSameAndStartsNothing) {
  PatientClient client(toolboxes_file(toolbox("dev", silent_server("slow", "STARTED"))), "300 ms");
  const std::string first = client.open("dev");
  client.process().wait_for_error_text("STARTED");
  EXPECT_EQ(client.open("dev"), first);
  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("STARTED"), log.rfind("STARTED")) << log;
}

TEST(OpenToolboxWithASlowServer, AgainReturnsItsToolsWhenItIsReady) {
  const DelayedServer slow;
  PatientClient client(toolboxes_file(toolbox("dev", slow.entry("slow"))));
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr(still_starting("slow")));
  slow.start();
  client.process().wait_for_error_text("[dev/slow] ready");
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(member(text, "_notes"), "");
  EXPECT_THAT(text, HasSubstr(R"("name":"late")"));
}

TEST(OpenToolboxWithASlowServer, AgainReportsItsFailureAndRestartsItWithoutWaiting) {
  PatientClient client(
      toolboxes_file(toolbox("dev", silent_server("slow", "Error: no token", R"("startTimeoutMs":1000)") + "," +
                                        fake_server("s", {"--tool", "t"}))),
      "300 ms");
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr(still_starting("slow")));
  client.process().wait_for_error_text("[dev/slow] not started");
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(member(text, "_errors"),
            "[" +
                test_support::quoted(
                    "Failed to connect to server 'slow' in toolbox 'dev': initialize: the server was not ready "
                    "within 1 s; its last words on stderr: Error: no token") +
                "]");
  EXPECT_THAT(member(text, "_notes"), HasSubstr("still starting"));
}

TEST(OpenToolboxWithASlowServer, WaitsForAServerThatFailsSoonAndRetriesIt) {
  const TemporaryFolder folder;
  const std::string program = (folder.path() / "late").string();
  PatientClient client(
      toolboxes_file(toolbox("dev", R"("late":{"command":)" + test_support::quoted(program) + "}," + fake_server("s"))),
      "10 s");
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "1");
  std::filesystem::create_symlink(FAKE_SERVER, program);
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "2");
}

TEST(OpenToolboxWithASlowServer, CanBeFollowedByCloseToolbox) {
  PatientClient client(toolboxes_file(toolbox("dev", silent_server("slow", "STARTED"))), "0 ms",
                       {"-D", "metaTools=open_toolbox,close_toolbox"});
  const std::string opened = client.open("dev");
  client.process().wait_for_error_text("STARTED");
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), R"({"toolbox":"dev","closed":true})");
  EXPECT_EQ(client.open("dev"), opened);
}

TEST(OpenToolboxWithASlowServer, InDynamicModeAnnouncesItsToolsWhenItIsReady) {
  const DelayedServer slow;
  PatientClient client(toolboxes_file(toolbox("dev", slow.entry("slow")), "dynamic"));
  client.open("dev");
  EXPECT_THAT(client.notifications(), ElementsAre(kListChanged)) << "before the answer";
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));
  slow.start();
  EXPECT_EQ(client.next_line(), kListChanged);
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__slow__late"));
}

TEST(CallToASlowServer, WaitsForTheStart) {
  const DelayedServer slow;
  PatientClient client(toolboxes_file(toolbox("dev", slow.entry("slow", "--tool echo"))));
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "slow", "echo"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  slow.start();
  EXPECT_THAT(client.answer_to(call), HasSubstr(R"("result":{"content":[],"echo":{}})"));
}

TEST(CallToASlowServer, InDynamicModeWaitsForTheStart) {
  const DelayedServer slow;
  PatientClient client(toolboxes_file(toolbox("dev", slow.entry("slow", "--tool echo")), "dynamic"));
  client.open("dev");
  const int call = client.send("tools/call", R"({"name":"dev__slow__echo"})");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  slow.start();
  EXPECT_THAT(client.answer_to(call), HasSubstr(R"("result":{"content":[],"echo":{}})"));
}

TEST(CallToASlowServer, OfAFilteredToolIsRefusedWhenItIsReady) {
  const DelayedServer slow;
  PatientClient client(dev_toolbox(slow.entry("slow", "--tool echo --tool other", R"("toolFilters":["other"])")));
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "slow", "echo"));
  slow.start();
  EXPECT_THAT(client.answer_to(call), HasSubstr("Tool 'echo' not found in server 'slow' (toolbox 'dev')"));
}

TEST(CallToASlowServer, IsNotSentAfterItsCancellation) {
  const DelayedServer slow;
  PatientClient client(toolboxes_file(toolbox("dev", slow.entry("slow", "--tool late --tool last_call_params"))));
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "slow", "late"));
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(call) + "}");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
  slow.start();
  client.process().wait_for_error_text("[dev/slow] ready");
  EXPECT_THAT(client.use("dev", "slow", "last_call_params"), Not(HasSubstr("late")));
}

TEST(CallToASlowServer, ReportsWhyItDidNotStart) {
  PatientClient client(
      toolboxes_file(toolbox("dev", silent_server("slow", "Error: no token", R"("startTimeoutMs":1000)"))));
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "slow", "t"),
            "[dev/slow/t] Error: Failed to connect to server 'slow' in toolbox 'dev': initialize: the server was not "
            "ready within 1 s; its last words on stderr: Error: no token");
}

TEST(ModernCall, ReportsWhyItsServerDidNotStart) {
  WorkbenchClient client(toolboxes_file(
      toolbox("dev", R"("a":{"command":"/no/such/a"},)" + fake_server("b", {"--exit-on-initialize", "3"}))));
  EXPECT_THAT(first_text(client.request("tools/call", modern_call("a", "t"))),
              StartsWith("[dev/a/t] Error: Failed to connect to server 'a' in toolbox 'dev': cannot start "
                         "'/no/such/a': No such file or directory"));
  EXPECT_THAT(first_text(client.request("tools/call", modern_call("b", "t"))),
              AllOf(StartsWith("[dev/b/t] Error: Failed to connect to server 'b' in toolbox 'dev': "),
                    HasSubstr("ended with exit code 3")));
}

TEST(ModernCall, DoesNotWaitForTheOtherServersOfItsToolbox) {
  WorkbenchClient client(
      toolboxes_file(toolbox("dev", silent_server("slow") + "," + fake_server("s", {"--tool", "echo"}))));
  const auto before = std::chrono::steady_clock::now();
  EXPECT_THAT(client.request("tools/call", modern_call("s", "echo")), HasSubstr(R"("echo":{})"));
  EXPECT_LT(std::chrono::steady_clock::now() - before, kDefaultPatience);
}

TEST(ModernCall, AnnouncesTheToolboxThatItOpensToTheLegacySession) {
  PatientClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--tool", "echo"})), "dynamic"), "10 s");
  client.request("tools/call", modern_call("s", "echo"));
  EXPECT_THAT(client.notifications(), ElementsAre(kListChanged));
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__s__echo"));
}

}  // namespace
