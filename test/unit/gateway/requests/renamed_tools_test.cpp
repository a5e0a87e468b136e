// What a server is sent for a tool that the configuration shows in another way (`tools` of the server's entry).

#include <vector>

#include "gateway_fixture.hpp"

namespace {

using namespace gateway_fixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

/// A server whose tool "ugly" is shown as "echo" and has arguments in the configuration.
class ACallOfARenamedTool : public WorkspaceFixture {
 protected:
  ScriptedServer& serve(const std::string& protocol) {
    toolbox_entry("dev").auto_open = true;
    ScriptedServer& files = add_server("dev", "files", protocol);
    files.tools = {"ugly", "other"};
    config::ToolEntry entry;
    entry.own_name = "ugly";
    entry.name = "echo";
    entry.arguments = {{"limit", "1.50", false}, {"root", R"({"a":["\u0062"]})", true}};
    toolbox_entry("dev").servers[0].tools = {entry};
    return files;
  }

  /// Name and arguments of each tools/call that the server has received.
  [[nodiscard]] static std::vector<std::string> calls_of(const ScriptedServer& server) {
    std::vector<std::string> calls;
    for (const jsonrpc::Envelope& message : server.run().received()) {
      if (message.method != "tools/call") continue;
      calls.push_back(member(message.params.text(), "name") + member(message.params.text(), "arguments"));
    }
    return calls;
  }
};

TEST_F(ACallOfARenamedTool, HasTheServersOwnNameAndAllArguments) {
  const ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files", R"({"n":1.0,"root":"/etc"})"));
  client->result_of(client->use_tool("dev", "files", R"({"limit":2})"));
  EXPECT_THAT(calls_of(files), ElementsAre(R"("ugly"{"n":1.0,"limit":1.50,"root":{"a":["\u0062"]}})",
                                           R"("ugly"{"limit":2,"root":{"a":["\u0062"]}})"));
}

TEST_F(ACallOfARenamedTool, GetsArgumentsThatTheClientDoesNotSendAtAll) {
  const ScriptedServer& files = serve("modern");
  const auto client = modern_client();
  client->result_of(client->call("use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"}})"));
  EXPECT_THAT(calls_of(files), ElementsAre(R"("ugly"{"limit":1.50,"root":{"a":["\u0062"]}})"));
}

TEST_F(ACallOfARenamedTool, LeavesThoseOfOtherToolsToTheByte) {
  const ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->call(
      "use_tool",
      R"({"tool":{"toolbox":"dev","server":"files","tool":"other"},"arguments":{ "root" : 1e2 , "root":2}})"));
  EXPECT_THAT(calls_of(files), ElementsAre(R"("other"{ "root" : 1e2 , "root":2})"));
}

TEST_F(ACallOfARenamedTool, IsRefusedUnderTheServersOwnName) {
  const ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  EXPECT_THAT(first_text(client->result_of(
                  client->call("use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"ugly"}})"))),
              StartsWith("Tool 'ugly' not found in server 'files' (toolbox 'dev'); its tools are: echo, other"));
  EXPECT_THAT(calls_of(files), SizeIs(1));
}

TEST_F(ACallOfARenamedTool, IsTheSameWhenItIsSentAgainWithInput) {
  ScriptedServer& files = serve("modern");
  const auto client = legacy_client(R"({"roots":{}})");
  files.handle("tools/call", [](ScriptedRun& run, const jsonrpc::Envelope& request) {
    const bool is_first = json::member(request.params, "inputResponses").is_absent();
    run.result(request.id, is_first ? R"({"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}})"
                                    : R"({"resultType":"complete","content":[]})");
  });
  const int call = client->use_tool("dev", "files", R"({"n":1.0})");
  run_until_quiet();
  client->send(R"({"jsonrpc":"2.0","id":)" + member(client->received_of("roots/list").at(0), "id") +
               R"(,"result":{"roots":[]}})");
  EXPECT_THAT(client->result_of(call), HasSubstr("\"content\":[]"));
  const std::string sent = R"("ugly"{"n":1.0,"limit":1.50,"root":{"a":["\u0062"]}})";
  EXPECT_THAT(calls_of(files), ElementsAre(sent, sent));
}

TEST_F(ACallOfARenamedTool, NamesTheToolAsTheClientKnowsItWhenItFails) {
  ScriptedServer& files = serve("legacy");
  files.refuse("tools/call", -32000, "no");
  const auto client = legacy_client();
  EXPECT_EQ(first_text(client->result_of(client->use_tool("dev", "files"))), "[dev/files/echo] Error: no");
}

TEST_F(ACallOfARenamedTool, IsSentToAServerThatListsNoToolYet) {
  ScriptedServer& files = serve("legacy");
  const auto client = legacy_client();
  client->result_of(client->use_tool("dev", "files"));
  files.tools.clear();
  files.run().exit();
  run_until_quiet();
  EXPECT_EQ(client->result_of(client->use_tool("dev", "files")), R"({"content":[]})");
  EXPECT_THAT(calls_of(files), ElementsAre(R"("ugly"{"limit":1.50,"root":{"a":["\u0062"]}})"));
}

TEST_F(ACallOfARenamedTool, IsNativeUnderItsShownNameInDynamicMode) {
  const ScriptedServer& files = serve("legacy");
  config_.tool_mode = config::ToolMode::dynamic;
  const auto client = legacy_client();
  client->result_of(client->open_toolbox("dev"));
  EXPECT_THAT(client->listed_tools(), testing::IsSupersetOf({"dev__files__echo", "dev__files__other"}));
  client->result_of(client->call("dev__files__echo", "{}"));
  EXPECT_THAT(calls_of(files), ElementsAre(R"("ugly"{"limit":1.50,"root":{"a":["\u0062"]}})"));
}

TEST_F(ACallOfARenamedTool, IsNativeUnderItsShownNameInFlatMode) {
  const ScriptedServer& files = serve("legacy");
  config_.tool_mode = config::ToolMode::flat;
  const auto client = legacy_client();
  EXPECT_THAT(client->listed_tools(), ElementsAre("echo", "other"));
  client->result_of(client->call("echo", "{}"));
  EXPECT_THAT(calls_of(files), ElementsAre(R"("ugly"{"limit":1.50,"root":{"a":["\u0062"]}})"));
}

}  // namespace
