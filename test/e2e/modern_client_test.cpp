// Clients of the modern era (2026-07-28): every request says for itself what it needs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kVersion = R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")";
const std::string kCapabilities = R"("io.modelcontextprotocol/clientCapabilities":{})";
const std::string kMeta = "\"_meta\":{" + kVersion + "," + kCapabilities + "}";

std::string params(const std::string& members = {}) {
  return "{" + members + (members.empty() ? "" : ",") + kMeta + "}";
}

std::string dev_toolbox(const std::string& servers) {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + servers + "}}");
}

std::string use(const std::string& tool, const std::string& arguments = "{}") {
  return params(R"("name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":")" + tool +
                R"("},"arguments":)" + arguments + "}");
}

TEST(Discover, TellsWhatThereIsAndStartsNothing) {
  WorkbenchClient client(dev_toolbox(R"("s":{"command":"/bin/sh","args":["-c","touch started; cat"]})"));
  const std::string result = client.request("server/discover", params());
  EXPECT_EQ(member(result, "supportedVersions"), R"(["2026-07-28"])");
  EXPECT_EQ(member(result, "resultType"), R"("complete")");
  EXPECT_EQ(member(result, "cacheScope"), R"("private")");
  EXPECT_EQ(member(result, "ttlMs"), "0");
  EXPECT_THAT(member(result, "instructions"), HasSubstr("open_toolbox"));
  EXPECT_THAT(result, HasSubstr(R"("io.modelcontextprotocol/serverInfo":{"name":"mcp-workbench")"));
  EXPECT_FALSE(std::filesystem::exists("started"));
}

TEST(Discover, LeavesTheHandshakeOpenToAClientThatWantsItAfterAll) {
  WorkbenchClient client(dev_toolbox(""));
  client.request("server/discover", params());
  EXPECT_EQ(member(client.initialize(), "protocolVersion"), R"("2025-11-25")");
}

TEST(AStatelessRequest, ThatLacksWhatItMustCarryIsToldWhat) {
  WorkbenchClient client(dev_toolbox(""));
  EXPECT_THAT(client.request("tools/list", "{\"_meta\":{" + kVersion + "}}"),
              StartsWith(R"(error: {"code":-32602,"message":"tools/list: params._meta: )"
                         R"(\"io.modelcontextprotocol/clientCapabilities\" is missing)"));
  EXPECT_THAT(
      client.request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":7,)" + kCapabilities + "}}"),
      HasSubstr("must be a string"));
}

TEST(AStatelessRequest, OfAVersionThatIsNotServedIsToldWhichAre) {
  WorkbenchClient client(dev_toolbox(""));
  for (const char* version : {"2027-01-01", "2025-11-25"}) {
    const std::string answer = client.request("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":")" +
                                                                std::string(version) + "\"," + kCapabilities + "}}");
    EXPECT_THAT(answer, StartsWith(R"(error: {"code":-32022,)"));
    EXPECT_THAT(answer, HasSubstr(R"("data":{"supported":["2026-07-28"],"requested":")" + std::string(version)));
  }
}

TEST(AStatelessRequest, OfAMethodOfTheHandshakeEraIsUnknown) {
  WorkbenchClient client(dev_toolbox(""));
  for (const char* method :
       {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}) {
    EXPECT_THAT(client.request(method, params()), StartsWith(R"(error: {"code":-32601,)")) << method;
  }
}

TEST(AStatelessRequest, MixesWithAHandshakeOnOneConnection) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  EXPECT_THAT(client.request("tools/list", params()), HasSubstr("resultType"));
  client.initialize();
  EXPECT_THAT(client.request("tools/list", "{}"), Not(HasSubstr("resultType")));
  EXPECT_THAT(client.request("tools/list", params()), HasSubstr("resultType"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(AStatelessCall, NeedsNoToolboxToBeOpenedBefore) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string result = client.request("tools/call", use("echo", R"({"n":1.0,"e":1e2})"));
  EXPECT_THAT(result, HasSubstr(R"("echo":{"n":1.0,"e":1e2})"));
  EXPECT_EQ(member(result, "resultType"), R"("complete")");
}

TEST(AStatelessCall, OfAToolboxThatThereIsNotGetsTheWordsOfTheContract) {
  WorkbenchClient client(dev_toolbox(""));
  EXPECT_THAT(first_text(client.request(
                  "tools/call",
                  params(R"("name":"use_tool","arguments":{"tool":{"toolbox":"prod","server":"s","tool":"t"}})"))),
              StartsWith("Toolbox 'prod' not found"));
}

TEST(AStatelessCall, KeepsWhatTheServerSaysInItsMeta) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string result =
      client.request("tools/call", use("raw_result", R"({"result":{"content":[],"_meta":{"k":1.0},"x":1e2}})"));
  EXPECT_EQ(member(result, "_meta.k"), "1.0");
  EXPECT_THAT(member(result, "_meta"), HasSubstr("io.modelcontextprotocol/serverInfo"));
  EXPECT_EQ(member(result, "x"), "1e2");
}

TEST(AStatelessClient, IsShownTheSameListWhateverWasOpened) {
  WorkbenchClient client(R"({"toolMode":"dynamic","toolboxes":{"dev":{"description":"d","mcpServers":{)" +
                         fake_server("s") + "}}}}");
  const std::string before = client.request("tools/list", params());
  client.request("tools/call", params(R"("name":"open_toolbox","arguments":{"toolbox_name":"dev"})"));
  EXPECT_EQ(client.request("tools/list", params()), before);
  client.process().wait_for_error_text("it is shown the meta-tools alone");
}

TEST(ARequestState, ThatWasNotMadeHereForThisRequestIsRefused) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  for (const char* state : {"mcp-workbench.1.00.99999999999.00", "mcp-workbench.1.", "somebody else's"}) {
    EXPECT_THAT(client.request(
                    "tools/call",
                    params(R"("requestState":")" + std::string(state) +
                           R"(","name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"echo"}})")),
                StartsWith(R"(error: {"code":-32602,)"))
        << state;
  }
}

TEST(AStatelessCall, HandsTheTraceContextOnAndKeepsItsOwnClaimsBack) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  const std::string call =
      R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"s","tool":"echo"}},"_meta":{)"
      R"("traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","baggage":"a=1",)" +
      kVersion + "," + kCapabilities + "}}";
  client.request("tools/call", call);
  const std::string seen = client.request("tools/call", use("last_call_params"));
  EXPECT_THAT(seen, HasSubstr(R"("traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")"));
  EXPECT_THAT(seen, HasSubstr(R"("baggage":"a=1")"));
  EXPECT_THAT(member(seen, "params"), Not(HasSubstr("clientCapabilities")));
}

TEST(AnOpening, ThatIsCancelledIsNotAnsweredAndHoldsUpNobody) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {"--silent-initialize", "--silent-discover"})));
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.notify("notifications/cancelled", "{\"requestId\":" + std::to_string(opening) + "}");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

}  // namespace
