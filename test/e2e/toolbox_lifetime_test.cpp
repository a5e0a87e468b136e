// Toolboxes from opening to closing: progress, calls meanwhile, opening without open_toolbox, close_toolbox and
// list_toolboxes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// With all the meta-tools of this file.
struct LifetimeClient : InitializedClient {
  explicit LifetimeClient(
      std::string_view toolboxes,
      const std::vector<std::string>& options = {"-D", "metaTools=open_toolbox,use_tool,close_toolbox,list_toolboxes"})
      : InitializedClient(toolboxes, options) {}
};

TEST(OptionalMetaTools, AreListedIfTheyAreConfigured) {
  LifetimeClient client(toolbox("dev", ""), {});
  EXPECT_THAT(client.request("tools/list", "{}"), Not(HasSubstr("close_toolbox")));
  EXPECT_THAT(client.request("tools/call", R"({"name":"close_toolbox","arguments":{"toolbox_name":"dev"}})"),
              StartsWith("error: "));
}

TEST(ListToolboxes, ReportsWhichAreOpen) {
  LifetimeClient client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", ""));
  client.open("dev");
  EXPECT_EQ(client.call_text("list_toolboxes", "{}"),
            R"({"toolboxes":[{"name":"dev","description":"d","servers":1,"open":true,"health":{"s":"ready"}},)"
            R"({"name":"prod","description":"d","servers":0,"open":false}]})");
}

TEST(CloseToolbox, EndsItsServers) {
  LifetimeClient client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const pid_t server = std::stoi(client.use_text("dev", "s", "pid"));
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), R"({"toolbox":"dev","closed":true})");
  EXPECT_EQ(::kill(server, 0), -1);
  EXPECT_THAT(client.use_text("dev", "s", "pid"), StartsWith("Toolbox 'dev' not found"));
}

TEST(CloseToolbox, CanBeFollowedByOpenToolbox) {
  LifetimeClient client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  client.open("dev");
  EXPECT_NE(client.use_text("dev", "s", "pid"), before);
}

TEST(CloseToolbox, LeavesOtherToolboxesOpen) {
  LifetimeClient client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", fake_server("s")));
  client.open("dev");
  client.open("prod");
  const std::string before = client.use_text("prod", "s", "pid");
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_EQ(client.use_text("prod", "s", "pid"), before);
}

TEST(CloseToolbox, FailsThePendingCalls) {
  LifetimeClient client(toolbox("dev", fake_server("s")));
  client.open("dev");
  const int hanging = client.send("tools/call", use_tool_params("dev", "s", "hang"));
  client.call("close_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_THAT(first_text(member(client.answer_to(hanging), "result")), StartsWith("[dev/s/hang] Error: "));
}

TEST(CloseToolbox, OfAClosedToolboxIsNotFound) {
  LifetimeClient client(toolbox("dev", ""));
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"),
              StartsWith("Toolbox 'dev' not found among the open ones"));
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"production"})"),
              StartsWith("Toolbox 'production' not found; the toolboxes are: dev"));
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":" "})"),
            "Invalid parameters: toolbox_name cannot be empty");
}

TEST(OpenToolbox, ReportsProgressForEachServer) {
  LifetimeClient client(toolbox("dev", fake_server("a") + "," + fake_server("b")));
  const std::string result =
      client.request("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"},)"
                                   R"("_meta":{"progressToken":"t"}})");
  EXPECT_THAT(result, HasSubstr("servers_connected"));
  const auto reports = client.notifications();
  ASSERT_EQ(reports.size(), 2U);
  EXPECT_THAT(reports, Each(HasSubstr(R"("progressToken":"t")")));
  EXPECT_THAT(reports[0], AllOf(HasSubstr(R"("progress":1)"), HasSubstr(R"("total":2)")));
  EXPECT_THAT(reports[1], AllOf(HasSubstr(R"("progress":2)"), HasSubstr(R"("total":2)")));
  EXPECT_THAT(reports, UnorderedElementsAre(HasSubstr(R"("message":"a")"), HasSubstr(R"("message":"b")")));
}

/// `dev` with the server `files`, and `prod` with the server `s`; both have the tool echo.
std::string two_toolboxes() {
  return toolbox("dev", fake_server("files", {"--tool", "echo"})) + "," +
         toolbox("prod", fake_server("s", {"--tool", "echo"}));
}

TEST(AutoOpen, LetsUseToolOpenAnyToolbox) {
  WorkbenchClient client(R"({"autoOpen":true,)" + toolboxes_file(two_toolboxes()).substr(1));
  client.initialize();
  EXPECT_THAT(client.use("dev", "files", "echo", R"({"n":1.0})"), HasSubstr(R"("echo":{"n":1.0})"));
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"prod"})"), HasSubstr(R"("name":"echo")"));
}

TEST(AutoOpen, OfOneToolboxAppliesToItAlone) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","autoOpen":true,"mcpServers":{)" +
                                        fake_server("s", {"--tool", "echo"}) + "}}," +
                                        toolbox("prod", fake_server("s", {"--tool", "echo"}))));
  client.initialize();
  EXPECT_THAT(client.use("dev", "s", "echo"), Not(HasSubstr("isError")));
  EXPECT_THAT(client.use_text("prod", "s", "echo"), StartsWith("Toolbox 'prod' not found among the open ones"));
}

TEST(AutoOpen, CanBeSwitchedOffForOneToolbox) {
  WorkbenchClient client(R"({"autoOpen":true,"toolboxes":{"prod":{"description":"d","autoOpen":false,"mcpServers":{)" +
                         fake_server("s", {"--tool", "echo"}) + "}}}}");
  client.initialize();
  EXPECT_THAT(client.use_text("prod", "s", "echo"), StartsWith("Toolbox 'prod' not found among the open ones"));
}

TEST(AutoOpen, IsNamedToAClientWhoseSessionHasOpenedNothing) {
  const std::string file = toolboxes_file(two_toolboxes());
  WorkbenchClient first(file);
  first.initialize();
  first.open("dev");
  EXPECT_EQ(first.use_text("prod", "s", "echo"),
            "Toolbox 'prod' not found among the open ones; open it first with open_toolbox");

  WorkbenchClient next(file);  // the session of the next call
  next.initialize();
  for (const std::string& text :
       {next.use_text("dev", "files", "echo"), next.call_text("describe_tools", R"({"toolbox":"dev"})")}) {
    EXPECT_THAT(text, StartsWith("Toolbox 'dev' not found among the open ones; open it first with open_toolbox"));
    EXPECT_THAT(text, HasSubstr(R"(a client with a session for each call needs "autoOpen": true)"));
  }
}

TEST(AutoOpen, IsOnForAHostThatConnectsForEachCall) {
  for (const std::string host : {"inspector-cli", "mcporter", "mcp-cli", "mcp"}) {
    WorkbenchClient client(toolboxes_file(two_toolboxes()));
    client.initialize("2025-11-25", "{}", host);
    EXPECT_THAT(client.use("dev", "files", "echo"), Not(HasSubstr("isError"))) << host;
  }
}

TEST(AutoOpen, AnnouncesTheToolsInDynamicMode) {
  WorkbenchClient client(
      R"({"toolMode":"dynamic","autoOpen":true,"toolboxes":{"dev":{"description":"d","mcpServers":{)" +
      fake_server("s", {"--tool", "echo"}) + "}}}}");
  client.initialize();
  EXPECT_THAT(client.request("tools/call", R"({"name":"dev__s__echo"})"), HasSubstr("content"));
  EXPECT_THAT(client.notifications(), testing::ElementsAre(HasSubstr("notifications/tools/list_changed")));
}

TEST(OpenToolbox, DelaysTheCallsThatAreSentWithIt) {
  WorkbenchClient client(toolboxes_file(two_toolboxes()));
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  const int using_it = client.send("tools/call", use_tool_params("dev", "files", "echo", R"({"n":1})"));
  const int describing = client.send("tools/call", R"({"name":"describe_tools","arguments":{"toolbox":"dev"}})");
  EXPECT_THAT(client.answer_to(using_it), HasSubstr(R"("echo":{"n":1})"));
  EXPECT_THAT(client.answer_to(describing), HasSubstr(R"(\"name\":\"echo\")"));
  EXPECT_THAT(client.answer_to(opening), HasSubstr("servers_connected"));
}

TEST(CloseToolbox, WhileItIsOpenedAgainLeavesItClosed) {
  // It exits at its first start, and answers nothing at the second.
  constexpr const char* kFailsThenHangs =
      R"("b":{"protocol":"legacy","command":"/bin/sh","args":["-c","if [ -e \"$0\" ]; then cat > /dev/null; else : > \"$0\"; exit 1; fi",)";
  const TemporaryFolder folder;
  WorkbenchClient client(dev_toolbox(fake_server("a", {"--tool", "t"}) + "," + kFailsThenHangs +
                                     test_support::quoted((folder.path() / "marker").string()) + "]}"),
                         {"-D", "metaTools=open_toolbox,close_toolbox,list_toolboxes"});
  client.initialize();
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr("_errors"));
  const int again = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), HasSubstr(R"("closed":true)"));
  static_cast<void>(client.answer_to(again));
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr(R"("open":false)"));
}

}  // namespace
