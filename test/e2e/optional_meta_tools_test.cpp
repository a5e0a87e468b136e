// close_toolbox and list_toolboxes, which are offered when the properties name them; and progress while a toolbox
// opens.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using testing::UnorderedElementsAre;

std::string toolbox(std::string_view name, std::string_view servers) {
  return "\"" + std::string(name) + R"(":{"description":"Tools for )" + std::string(name) + R"(","mcpServers":{)" +
         std::string(servers) + "}}";
}

struct Ready : WorkbenchClient {
  explicit Ready(
      std::string_view members,
      const std::vector<std::string>& options = {"-D", "metaTools=open_toolbox,use_tool,close_toolbox,list_toolboxes"})
      : WorkbenchClient(toolboxes_file(members), options) {
    initialize();
  }
};

TEST(OptionalMetaTools, AreNotOfferedUnlessTheyAreNamed) {
  Ready client(toolbox("dev", ""), {});
  EXPECT_THAT(client.request("tools/list", "{}"), Not(HasSubstr("close_toolbox")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"close_toolbox","arguments":{"toolbox_name":"dev"}})"),
              StartsWith("error: "));
}

TEST(ListToolboxes, TellsWhichAreOpen) {
  Ready client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", ""));
  client.open("dev");
  EXPECT_EQ(client.call_text("list_toolboxes", "{}"),
            R"({"toolboxes":[{"name":"dev","description":"Tools for dev","servers":1,"open":true},)"
            R"({"name":"prod","description":"Tools for prod","servers":0,"open":false}]})");
}

TEST(CloseToolbox, EndsItsServers) {
  Ready client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const pid_t server = std::stoi(client.use_text("dev", "s", "pid"));
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), R"({"toolbox":"dev","closed":true})");
  EXPECT_EQ(::kill(server, 0), -1);
  EXPECT_THAT(client.use_text("dev", "s", "pid"), StartsWith("Toolbox 'dev' not found"));
}

TEST(CloseToolbox, LetsItBeOpenedAgain) {
  Ready client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  client.open("dev");
  EXPECT_NE(client.use_text("dev", "s", "pid"), before);
}

TEST(CloseToolbox, LeavesOtherToolboxesAlone) {
  Ready client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", fake_server("s")));
  client.open("dev");
  client.open("prod");
  const std::string before = client.use_text("prod", "s", "pid");
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_EQ(client.use_text("prod", "s", "pid"), before);
}

TEST(CloseToolbox, AnswersTheCallsThatWereUnderWay) {
  Ready client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const int hanging = client.send(
      "tools/call", R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"hang"}}})");
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_THAT(first_text(member(client.answer_to(hanging), "result")), StartsWith("[dev/s/hang] Error: "));
}

TEST(CloseToolbox, ThatIsNotOpenIsNotFound) {
  Ready client(toolbox("dev", ""));
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"),
              StartsWith("Toolbox 'dev' not found among the open ones"));
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"production"})"),
              StartsWith("Toolbox 'production' not found; the toolboxes are: dev"));
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":" "})"),
            "Invalid parameters: toolbox_name cannot be empty");
}

TEST(OpeningAToolbox, ReportsEachServerToAClientThatAskedForProgress) {
  Ready client(toolbox("dev", fake_server("a") + "," + fake_server("b")));
  const std::string result =
      client.request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"},)"
                                   R"("_meta":{"progressToken":"t"}})");
  EXPECT_THAT(result, HasSubstr("servers_connected"));
  std::vector<std::string> messages;
  std::vector<std::string> counts;
  for (const std::string& line : client.notifications()) {
    EXPECT_EQ(member(line, "params.progressToken"), R"("t")");
    counts.push_back(member(line, "params.progress") + "/" + member(line, "params.total"));
    messages.push_back(member(line, "params.message"));
  }
  EXPECT_THAT(counts, ElementsAre("1/2", "2/2"));
  EXPECT_THAT(messages, UnorderedElementsAre(R"("a")", R"("b")"));
}

}  // namespace
