// What a client meets before it uses any tool: the handshake, the list of tools, and the answer to everything else.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::HasSubstr;
using testing::StartsWith;

std::string one_toolbox() {
  return toolboxes_file(R"("dev":{"description":"Development tools","mcpServers":{}})");
}

class EveryRevision : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Negotiation, EveryRevision,
                         testing::Values("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"));

TEST_P(EveryRevision, IsSpokenWhenTheClientAsksForIt) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(characters(member(client.initialize(GetParam()), "protocolVersion")), GetParam());
}

TEST(Negotiation, AnswersAnUnknownRevisionWithTheNewest) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(member(client.initialize("2099-01-01"), "protocolVersion"), R"("2025-11-25")");
}

TEST(Negotiation, AnswersTheModernRevisionWithTheNewestOfTheHandshakeEra) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(member(client.initialize("2026-07-28"), "protocolVersion"), R"("2025-11-25")");
}

TEST(Negotiation, TellsWhoItIsAndWhatItCanDo) {
  WorkbenchClient client(one_toolbox());
  const std::string result = client.initialize();
  EXPECT_EQ(member(result, "capabilities"), R"({"logging":{},"tools":{}})");
  EXPECT_EQ(member(result, "serverInfo.name"), R"("mcp-workbench")");
}

TEST(Negotiation, InstructionsNameEveryToolboxWithDescriptionAndNumberOfServers) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"Development tools","mcpServers":{"a":{"command":"x"}}},
                                           "ops":{"description":"Operations","mcpServers":{}})"));
  const std::string instructions = characters(member(client.initialize(), "instructions"));
  EXPECT_THAT(instructions, HasSubstr("- dev: Development tools (1 server)\n- ops: Operations (0 servers)\n"));
  EXPECT_THAT(instructions, HasSubstr("open_toolbox"));
  EXPECT_THAT(instructions, HasSubstr("use_tool"));
}

TEST(Negotiation, InstructionsStayBelow2048CharactersWithAHundredToolboxesAndSayWhereTheRestIs) {
  std::string members;
  for (int index = 0; index < 100; ++index) {
    members.append(index > 0 ? "," : "")
        .append("\"box" + std::to_string(index) + "\":{\"description\":\"" + std::string(300, 'd') +
                "\",\"mcpServers\":{}}");
  }
  WorkbenchClient client(toolboxes_file(members));
  const std::string instructions = characters(member(client.initialize(), "instructions"));
  EXPECT_LT(instructions.size(), 2048U);
  EXPECT_THAT(instructions, HasSubstr("box0, box1, "));
  EXPECT_THAT(instructions, HasSubstr(", box99\nmore: list_toolboxes\n"));
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr(R"({"name":"box99","description":"ddd)"));
}

TEST(Negotiation, ASecondInitializeIsRefusedAndTheSessionGoesOn) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("initialize", R"({"protocolVersion":"2025-11-25"})"), HasSubstr("-32600"));
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(Negotiation, PingIsAnsweredBeforeIt) {
  WorkbenchClient client(one_toolbox());
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(Negotiation, OtherRequestsBeforeItAreToldTheWayIn) {
  WorkbenchClient client(one_toolbox());
  EXPECT_THAT(
      client.request("tools/list", "{}"),
      StartsWith(R"(error: {"code":-32602,"message":"This session has not been initialized: send \"initialize\")"));
}

TEST(Negotiation, RequestsAreServedBeforeTheInitializedNotification) {
  WorkbenchClient client(one_toolbox());
  client.request("initialize", R"({"protocolVersion":"2025-11-25"})");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("open_toolbox"));
}

TEST(ToolsList, ShowsTheMetaToolsAndIsTheSameEveryTime) {
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

TEST(ToolsList, OpenToolboxHasTheContractsSchemaAndTellsWhatLiesBehind) {
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

TEST(ToolsList, UseToolHasTheContractsSchema) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
  const std::string schema = member(tools.at(1), "inputSchema");
  EXPECT_EQ(member(schema, "required"), R"(["tool"])");
  EXPECT_EQ(member(schema, "additionalProperties"), "false");
  EXPECT_EQ(member(schema, "properties.tool.required"), R"(["toolbox","server","tool"])");
  EXPECT_EQ(member(schema, "properties.tool.additionalProperties"), "false");
  EXPECT_EQ(member(schema, "properties.arguments.type"), R"("object")");
  EXPECT_EQ(member(schema, "properties.arguments.additionalProperties"), "true") << "some hosts show no object else";
}

TEST(ToolsList, ACursorThatWasNeverGivenIsRefused) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("tools/list", R"({"cursor":"made up"})"), HasSubstr("-32602"));
}

TEST(Requests, AnUnknownMethodIsToldSo) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_EQ(client.request("resources/list", "{}"),
            R"(error: {"code":-32601,"message":"Method not found: resources/list"})");
}

TEST(Requests, AnUnknownToolIsAnInvalidParameter) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.call("read_file", "{}"),
              StartsWith(R"(error: {"code":-32602,"message":"tools/call: Unknown tool: read_file)"));
}

TEST(Requests, ParametersOfTheWrongShapeAreInvalid) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  EXPECT_THAT(client.request("tools/call", "[]"), HasSubstr("params must be an object"));
  EXPECT_THAT(client.request("tools/call", "{}"), HasSubstr("params.name must be a string"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"use_tool","arguments":[]})"),
              HasSubstr("params.arguments must be an object"));
  EXPECT_THAT(client.request("tools/call", R"({"name":"use_tool","name":"open_toolbox"})"),
              HasSubstr(R"(params says \"name\" twice)"));
}

TEST(Requests, IdsComeBackAsTheyWereSpelled) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  for (const char* id : {"\"a\"", "1.0", "123456789012345678901234567890", "\"\\u0061\"", "-7", "\"\""}) {
    client.send_raw("{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":" + std::string(id) + "}");
    EXPECT_EQ(client.next_line(), "{\"jsonrpc\":\"2.0\",\"id\":" + std::string(id) + ",\"result\":{}}");
  }
}

TEST(BrokenInput, WithAReadableIdGetsAnErrorAndTheSessionGoesOn) {
  WorkbenchClient client(one_toolbox());
  client.initialize();
  client.send_raw(R"({"jsonrpc":"2.0","id":77,"method":"tools/list","params":{]})");
  const std::string answer = client.next_line();
  EXPECT_EQ(member(answer, "id"), "77");
  EXPECT_EQ(member(answer, "error.code"), "-32700");
  EXPECT_EQ(client.request("ping", "{}"), "{}");
}

TEST(BrokenInput, WithoutAnIdIsAnsweredOnlyWhereTheRevisionAllowsAnAnswerWithoutId) {
  WorkbenchClient newest(one_toolbox());
  newest.initialize("2025-11-25");
  newest.send_raw("this is no JSON");
  const std::string answer = newest.next_line();
  EXPECT_EQ(member(answer, "id"), "");
  EXPECT_EQ(member(answer, "error.code"), "-32700");

  WorkbenchClient older(one_toolbox());
  older.initialize("2025-06-18");
  older.send_raw("this is no JSON");
  EXPECT_EQ(older.request("ping", "{}"), "{}");  // the first line that comes: nothing was said before
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

TEST(Batches, AreRefusedInEveryOtherRevision) {
  for (const char* revision : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    WorkbenchClient client(one_toolbox());
    client.initialize(revision);
    client.send_raw(R"([{"jsonrpc":"2.0","id":"a","method":"ping"}])");
    client.send_raw(R"({"jsonrpc":"2.0","id":9,"method":"ping"})");
    std::string line = client.next_line();
    if (revision == std::string("2025-11-25")) {
      EXPECT_EQ(member(line, "error.code"), "-32600");
      line = client.next_line();
    }
    EXPECT_EQ(line, R"({"jsonrpc":"2.0","id":9,"result":{}})") << revision;
  }
}

}  // namespace
