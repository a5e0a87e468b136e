// Legacy clients: initialization, the list of tools, malformed requests, batches.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::StartsWith;

std::string one_toolbox() {
  return toolboxes_file(toolbox("dev", "", "Development tools"));
}

class LegacyRevision : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Negotiation, LegacyRevision,
                         testing::Values("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"));

TEST_P(LegacyRevision, IsServedOnRequest) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(characters(member(client.initialize(GetParam()), "protocolVersion")), GetParam());
}

TEST(Negotiation, AnswersAnUnknownRevisionWithTheLatest) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(member(client.initialize("2099-01-01"), "protocolVersion"), R"("2025-11-25")");
}

TEST(Negotiation, AnswersTheModernRevisionWithTheLatestLegacyRevision) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(member(client.initialize("2026-07-28"), "protocolVersion"), R"("2025-11-25")");
}

TEST(Negotiation, ReturnsServerInfoAndCapabilities) {
  WorkbenchClient client(one_toolbox());
  const std::string result = client.initialize();
  EXPECT_EQ(member(result, "capabilities"), R"({"logging":{},"tools":{"listChanged":true}})");
  EXPECT_EQ(member(result, "serverInfo.name"), R"("mcp-workbench")");
}

TEST(Negotiation, RefusesASecondInitializeAndKeepsTheSession) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("initialize", R"({"protocolVersion":"2025-11-25"})"), HasSubstr("-32600"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(Negotiation, AnswersPingBeforeInitialize) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(Negotiation, RefusesOtherRequestsBeforeInitialize) {
  WorkbenchClient client(one_toolbox());
  EXPECT_THAT(
      client.request("tools/list", "{}"),
      StartsWith(R"(error: {"code":-32602,"message":"This session has not been initialized: send \"initialize\")"));
}

TEST(Negotiation, ServesRequestsBeforeTheInitializedNotification) {
  WorkbenchClient client(one_toolbox());
  client.request("initialize", R"({"protocolVersion":"2025-11-25"})");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("open_toolbox"));
}

TEST(ToolsList, HasTheMetaToolsAndIsTheSameEveryTime) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  const std::string first = client.request("tools/list", "{}");
  const auto tools = elements(member(first, "tools"));
  ASSERT_EQ(tools.size(), 3U);
  EXPECT_EQ(member(tools[0], "name"), R"("open_toolbox")");
  EXPECT_EQ(member(tools[1], "name"), R"("use_tool")");
  EXPECT_EQ(member(tools[2], "name"), R"("describe_tools")");
  EXPECT_EQ(client.request("tools/list", "{}"), first);
}

TEST(ToolsList, HasOpenToolboxWithTheContractsSchemaAndTheToolboxes) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
  EXPECT_EQ(
      member(tools.at(0), "inputSchema"),
      R"({"type":"object","required":["toolbox_name"],"properties":{"toolbox_name":{"type":"string","minLength":1,)"
      R"("description":"Name of the toolbox to open"}},"additionalProperties":false})");
  EXPECT_THAT(characters(member(tools.at(0), "description")), HasSubstr("- dev: Development tools (0 servers)"));
  EXPECT_EQ(member(tools.at(0), "annotations.readOnlyHint"), "true");
}

TEST(ToolsList, HasUseToolWithTheContractsSchema) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
  const std::string schema = member(tools.at(1), "inputSchema");
  EXPECT_EQ(member(schema, "required"), R"(["tool"])");
  EXPECT_EQ(member(schema, "additionalProperties"), "false");
  EXPECT_EQ(member(schema, "properties.tool.required"), R"(["toolbox","server","tool"])");
  EXPECT_EQ(member(schema, "properties.tool.additionalProperties"), "false");
  EXPECT_EQ(member(schema, "properties.arguments.type"), R"("object")");
  EXPECT_EQ(member(schema, "properties.arguments.additionalProperties"), "true")
      << "without it, some hosts show no object";
}

TEST(ToolsList, RefusesAnUnknownCursor) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("tools/list", R"({"cursor":"made up"})"), HasSubstr("-32602"));
}

TEST(Requests, OfAnUnknownMethodAreRefused) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_EQ(client.request("resources/read", R"({"uri":"file:///a"})"),
            R"(error: {"code":-32601,"message":"Method not found: resources/read"})");
}

TEST(Requests, ForAListOfWhatNobodyHasGetAnEmptyOne) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_EQ(client.request("resources/list", "{}"), R"({"resources":[]})");
  EXPECT_EQ(client.request("resources/templates/list", "{}"), R"({"resourceTemplates":[]})");
  EXPECT_EQ(client.request("prompts/list", "{}"), R"({"prompts":[]})");
}

TEST(Requests, ForAnUnknownToolAreRefused) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.call("read_file", "{}"),
              StartsWith(R"(error: {"code":-32602,"message":"tools/call: Unknown tool: read_file)"));
}

TEST(Requests, WithMalformedParamsAreRefused) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("tools/call", "[]"), HasSubstr("params must be an object"));
  EXPECT_THAT(client.request("tools/call", "{}"), HasSubstr("params.name must be a string"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"use_tool","arguments":[1]})"),
              HasSubstr("params.arguments must be an object"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"use_tool","name":"open_toolbox"})"),
              HasSubstr(R"(params says \"name\" twice)"));
}

class RequestId : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Requests, RequestId,
                         testing::Values("\"a\"", "1.0", "123456789012345678901234567890", "\"\u0061\"", "-7", "\"\""));

TEST_P(RequestId, IsReturnedToTheByte) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  client.send_raw("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":" + GetParam() + "}");
  EXPECT_EQ(client.next_line(), "{\"jsonrpc\":\"2.0\",\"id\":" + GetParam() + ",\"result\":{}}");
}

TEST(UnreadableInput, WithAReadableIdIsAnsweredAndTheSessionContinues) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  client.send_raw(R"({"jsonrpc":"2.0","id":77,"method":"tools/list","params":{]})");
  const std::string answer = client.next_line();
  EXPECT_EQ(member(answer, "id"), "77");
  EXPECT_EQ(member(answer, "error.code"), "-32700");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

// A client that frames its messages in another way would wait for ever.
TEST(UnreadableInput, IsAnsweredBeforeAnythingElse) {
  WorkbenchClient client(one_toolbox());
  client.send_raw("Content-Length: 46");
  const std::string answer = client.next_line();
  EXPECT_EQ(member(answer, "id"), "");
  EXPECT_EQ(member(answer, "error.code"), "-32700");
  client.initialize("2025-06-18");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(UnreadableInput, WithoutAnIdIsAnsweredWhereAnErrorMayHaveNoId) {
  WorkbenchClient latest(one_toolbox());
  latest.initialize("2025-11-25");
  latest.send_raw("this is not JSON");
  const std::string answer = latest.next_line();
  EXPECT_EQ(member(answer, "id"), "");
  EXPECT_EQ(member(answer, "error.code"), "-32700");

  WorkbenchClient older(one_toolbox());
  older.initialize("2025-06-18");
  older.send_raw("this is not JSON");
  EXPECT_EQ(older.request("ping", "{}"), "{}");  // the first line: the unreadable one has no response
  EXPECT_TRUE(older.notifications().empty());
}

TEST(Batches, AreAnsweredAsOneArrayIn2025_03_26) {
  WorkbenchClient client(one_toolbox());
  client.initialize("2025-03-26");
  client.send_raw(R"([{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},)"
                  R"({"jsonrpc":"2.0","id":"b","method":"nope"},{"jsonrpc":"2.0","id":"c"}])");
  const auto answers = elements(client.next_line());
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(member(answers[0], "id"), R"("a")");
  EXPECT_EQ(member(answers[1], "error.code"), "-32601");
  EXPECT_EQ(member(answers[2], "error.code"), "-32600");
}

TEST(Batches, OfNotificationsAloneAreNotAnswered) {
  WorkbenchClient client(one_toolbox());
  client.initialize("2025-03-26");
  client.send_raw(R"([{"jsonrpc":"2.0","method":"notifications/x"}])");
  client.send_raw(R"({"jsonrpc":"2.0","id":9,"method":"ping"})");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","id":9,"result":{}})");
}

TEST(Batches, AreRefusedIn2025_11_25) {
  WorkbenchClient client(one_toolbox());
  client.initialize("2025-11-25");
  client.send_raw(R"([{"jsonrpc":"2.0","id":"a","method":"ping"}])");
  EXPECT_EQ(member(client.next_line(), "error.code"), "-32600");
}

class RevisionWithoutBatches : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Batches, RevisionWithoutBatches, testing::Values("2024-11-05", "2025-06-18"));

TEST_P(RevisionWithoutBatches, HasNoErrorWithoutIdToAnswerThem) {
  WorkbenchClient client(one_toolbox());
  client.initialize(GetParam());
  client.send_raw(R"([{"jsonrpc":"2.0","id":"a","method":"ping"}])");
  client.send_raw(R"({"jsonrpc":"2.0","id":9,"method":"ping"})");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","id":9,"result":{}})");
}

}  // namespace
