// What reaches a model through hosts that cut results: every tool is named, and its definition is one call away.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// What a host lets its model see of a result.
struct Cutting {
  std::string client;
  std::string (*seen)(const std::string& text);

  friend void PrintTo(const Cutting& cutting, std::ostream* out) { *out << cutting.client; }
};

std::string first_8_kB(const std::string& text) {
  return text.substr(0, 8'000);
}
std::string without_the_middle_above_12_kB(const std::string& text) {
  return text.size() <= 12'000 ? text : text.substr(0, 6'000) + "..." + text.substr(text.size() - 6'000);
}
std::string first_8_and_last_32_kB(const std::string& text) {
  return text.size() <= 40'000 ? text : text.substr(0, 8'000) + "..." + text.substr(text.size() - 32'000);
}
std::string a_preview_above_25_kB(const std::string& text) {
  return text.size() <= 25'000 ? text : text.substr(0, 2'000);
}
std::string a_preview_above_500_kB(const std::string& text) {
  return text.size() <= 500'000 ? text : text.substr(0, 2'000);
}
std::string everything(const std::string& text) {
  return text;
}

/// Sixty tools of a kilobyte each, as large servers have them.
std::vector<std::string> sixty_tools() {
  std::vector<std::string> arguments;
  for (int index = 0; index < 60; ++index) {
    const std::string name = "manage_records_of_kind_" + std::to_string(index);
    std::string properties;
    for (int property = 0; property < 8; ++property) {
      properties.append(property == 0 ? "" : ",")
          .append(R"("field_)" + std::to_string(property) +
                  R"(":{"type":"string","description":"What the field holds, in words that take some room."})");
    }
    arguments.emplace_back("--raw-tool");
    arguments.push_back(R"({"name":")" + name +
                        R"(","description":"Manages records of one kind. It creates them, changes them and takes them )"
                        R"(away again, one at a time or many at once, and answers with what has become of them.",)"
                        R"("inputSchema":{"type":"object","properties":{)" +
                        properties + R"(},"required":["field_0"]},"outputSchema":{"type":"object"}})");
  }
  return arguments;
}

struct SixtyTools : WorkbenchClient {
  explicit SixtyTools(const std::string& client, const std::string& members = {})
      : WorkbenchClient(toolboxes_file(R"("records":{"description":"Records.",)" + members + R"("mcpServers":{)" +
                                       fake_server("records", sixty_tools()) + "}}")) {
    initialize("2025-11-25", "{}", client);
    answer = first_text(open("records"));
  }
  std::string answer;
};

class AHost : public testing::TestWithParam<Cutting> {};
INSTANTIATE_TEST_SUITE_P(That, AHost,
                         testing::Values(Cutting{"@cline/core", first_8_kB}, Cutting{"Cline", first_8_kB},
                                         Cutting{"codex-mcp-client", without_the_middle_above_12_kB},
                                         Cutting{"gemini-cli-mcp-client", first_8_and_last_32_kB},
                                         Cutting{"qwen-cli-mcp-client-workbench", a_preview_above_25_kB},
                                         Cutting{"opencode", a_preview_above_25_kB},
                                         Cutting{"copilot-cli", a_preview_above_25_kB},
                                         Cutting{"claude-code", a_preview_above_500_kB},
                                         Cutting{"continue-cli-client", everything}, Cutting{"test", everything}));

TEST_P(AHost, CutsResultsShowsItsModelEveryToolOfALargeToolbox) {
  SixtyTools client(GetParam().client);
  const std::string seen = GetParam().seen(client.answer);
  for (int index = 0; index < 60; ++index) {
    EXPECT_THAT(seen, HasSubstr("\"manage_records_of_kind_" + std::to_string(index) + "\"")) << index;
  }
  EXPECT_EQ(seen, client.answer) << "as it was sent, so that it is still JSON";
}

TEST_P(AHost, CutsResultsShowsItsModelTheDefinitionOfAnyOfThem) {
  SixtyTools client(GetParam().client);
  for (int index = 0; index < 60; ++index) {
    const std::string name = "manage_records_of_kind_" + std::to_string(index);
    const std::string asked = R"({"tools":[{"toolbox":"records","server":"records","tool":")" + name + R"("}]})";
    const std::string seen = GetParam().seen(client.call_text("describe_tools", asked));
    const auto tools = elements(member(seen, "tools"));
    ASSERT_EQ(tools.size(), 1U);
    EXPECT_EQ(characters(member(tools[0], "name")), name);
    EXPECT_EQ(member(tools[0], "inputSchema.required"), R"(["field_0"])");
    EXPECT_EQ(member(tools[0], "outputSchema"), R"({"type":"object"})");
  }
}

TEST_P(AHost, CutsResultsShowsItsModelWholeAnswersOfDescribeToolsForAllAtOnce) {
  SixtyTools client(GetParam().client);
  for (const char* format : {"json", "signature"}) {
    const std::string answer = client.call_text(
        "describe_tools", R"({"toolbox":"records","server":"records","format":")" + std::string(format) + R"("})");
    EXPECT_EQ(GetParam().seen(answer), answer) << format;
    for (int index = 0; index < 60; ++index) {
      EXPECT_THAT(answer, HasSubstr("manage_records_of_kind_" + std::to_string(index))) << format;
    }
  }
}

TEST(AHostThatNobodyKnows, GetsTheWholeAnswer) {
  SixtyTools client("some-new-agent");
  EXPECT_EQ(member(client.answer, "_notes"), "");
  for (const std::string& tool : elements(member(client.answer, "tools"))) {
    EXPECT_NE(member(tool, "inputSchema"), "");
    EXPECT_THAT(characters(member(tool, "description")), HasSubstr("what has become of them."));
  }
}

TEST(ABudget, LeavesOutSchemasFirstAndSaysSoAndWhereTheyAre) {
  SixtyTools client("some-new-agent", R"("maxTokens":8000,)");
  EXPECT_LE(client.answer.size(), 32'000U);
  EXPECT_GE(client.answer.size(), 28'000U) << "what is there is used";
  const auto tools = elements(member(client.answer, "tools"));
  ASSERT_EQ(tools.size(), 60U);
  int with_schema = 0;
  for (const std::string& tool : tools) {
    EXPECT_THAT(characters(member(tool, "description")), HasSubstr("what has become of them."));
    with_schema += member(tool, "inputSchema").empty() ? 0 : 1;
  }
  EXPECT_NE(member(tools[0], "inputSchema"), "") << "servers list first what matters most";
  EXPECT_THAT(member(client.answer, "_notes"),
              AllOf(HasSubstr("of 60 tools, " + std::to_string(60 - with_schema) + " are listed without inputSchema"),
                    HasSubstr("describe_tools")));
}

TEST(ABudget, CutsDescriptionsToTheirFirstSentenceNext) {
  SixtyTools client("some-new-agent", R"("maxTokens":2500,)");
  EXPECT_LE(client.answer.size(), 10'000U);
  for (const std::string& tool : elements(member(client.answer, "tools"))) {
    EXPECT_EQ(member(tool, "inputSchema"), "");
    EXPECT_THAT(characters(member(tool, "description")), testing::StartsWith("Manages records of one kind."));
  }
}

TEST(ABudget, LeavesNamesAloneAtLast) {
  SixtyTools client("some-new-agent", R"("maxTokens":1700,)");
  EXPECT_LE(client.answer.size(), 6'800U);
  EXPECT_EQ(elements(member(client.answer, "tools")).size(), 60U);
  EXPECT_EQ(member(elements(member(client.answer, "tools"))[59], "description"), "");
}

TEST(ABudget, ThatIsTooSmallForAllNamesStillNamesEveryToolByServer) {
  SixtyTools client("some-new-agent", R"("maxTokens":100,)");
  const auto servers = elements(member(client.answer, "tools"));
  ASSERT_EQ(servers.size(), 1U);
  EXPECT_EQ(elements(member(servers[0], "names")).size(), 60U);
}

TEST(ABudget, IsNotUsedUpByNotesOnDefinitionsAndFailures) {
  std::vector<std::string> tools;
  for (int index = 0; index < 40; ++index) {
    tools.emplace_back("--raw-tool");
    tools.push_back(R"({"name":"tool_of_an_old_server_)" + std::to_string(index) +
                    R"(","inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","type":"object"}})");
  }
  std::string servers = fake_server("old", tools);
  for (int index = 0; index < 12; ++index) {
    servers.append(",\"missing-" + std::to_string(index) + R"(":{"command":"/no/such/program/at/)" +
                   std::string(300, 'x') + "\"}");
  }
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + servers + "}}"));
  client.initialize("2025-11-25", "{}", "@cline/core");
  const std::string text = first_text(client.open("dev"));
  EXPECT_LE(text.size(), 8'000U);
  EXPECT_EQ(elements(member(text, "tools")).size(), 40U);
  EXPECT_EQ(elements(member(text, "_errors")).size(), 12U);
  EXPECT_THAT(member(text, "_notes"), HasSubstr("server 'old': and 37 more; the workbench's log has them all"));
}

TEST(Detail, SaysHowMuchIsToldOfEachTool) {
  SixtyTools brief("some-new-agent", R"("detail":"brief",)");
  EXPECT_EQ(elements(member(brief.answer, "tools"))[0],
            R"({"name":"manage_records_of_kind_0","toolbox_name":"records","source_server":"records",)"
            R"("description":"Manages records of one kind."})");
  SixtyTools names("some-new-agent", R"("detail":"names",)");
  EXPECT_EQ(elements(member(names.answer, "tools"))[0],
            R"({"name":"manage_records_of_kind_0","toolbox_name":"records","source_server":"records"})");
  EXPECT_THAT(member(names.answer, "_notes"), HasSubstr("describe_tools"));
}

std::string with_host(const std::string& host) {
  return R"({"hosts":{)" + host + R"(},"toolboxes":{"records":{"description":"Records.","mcpServers":{)" +
         fake_server("records", sixty_tools()) + "}}}}";
}

TEST(HostsOfTheConfiguration, ExtendTheTable) {
  WorkbenchClient client(with_host(R"("my-agent*":{"maxTokens":2500})"));
  client.initialize("2025-11-25", "{}", "my-agent-2");
  EXPECT_LE(first_text(client.open("records")).size(), 10'000U);
}

TEST(HostsOfTheConfiguration, CorrectTheTable) {
  WorkbenchClient client(with_host(R"("@cline/core":{"maxResultBytes":500000})"));
  client.initialize("2025-11-25", "{}", "@cline/core");
  EXPECT_EQ(member(first_text(client.open("records")), "_notes"), "");
}

TEST(HostsOfTheConfiguration, MayBeMeantInSomeVersionsOnly) {
  WorkbenchClient client(with_host(R"("my-agent@2.*":{"detail":"names"})"));
  client.initialize("2025-11-25", "{}", "my-agent");  // version 1
  EXPECT_EQ(member(first_text(client.open("records")), "_notes"), "");

  WorkbenchClient meant(with_host(R"("my-agent@1*":{"detail":"names"})"));
  meant.initialize("2025-11-25", "{}", "my-agent");
  EXPECT_THAT(member(first_text(meant.open("records")), "_notes"), HasSubstr("describe_tools"));
}

TEST(AHostOfTheModernEra, IsKnownByTheClientInfoOfItsRequest) {
  WorkbenchClient client(toolboxes_file(R"("records":{"description":"Records.","mcpServers":{)" +
                                        fake_server("records", sixty_tools()) + "}}"));
  const std::string result = client.request(
      "tools/call",
      R"({"name":"open_toolbox","arguments":{"toolbox_name":"records"},"_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},)"
      R"("io.modelcontextprotocol/clientInfo":{"name":"copilot-cli","version":"1.0"}}})");
  EXPECT_LE(first_text(result).size(), 24'000U);
  EXPECT_THAT(first_text(result), HasSubstr("manage_records_of_kind_59"));
}

TEST(ABudget, HoldsInDynamicModeWithNamesThatHadToBeCut) {
  std::vector<std::string> tools;
  for (int index = 0; index < 60; ++index) {
    tools.emplace_back("--tool");
    tools.push_back("a_tool_whose_name_is_longer_than_is_usual_" + std::to_string(index));
  }
  WorkbenchClient client(R"({"toolMode":"dynamic","toolboxes":{"records":{"description":"d","mcpServers":{)" +
                         fake_server("records", tools) + "}}}}");
  client.initialize("2025-11-25", "{}", "Cline");
  const std::string seen = first_8_kB(first_text(client.open("records")));
  for (int index = 0; index < 60; ++index) {
    EXPECT_THAT(seen, HasSubstr("\"a_tool_whose_name_is_longer_than_is_usual_" + std::to_string(index) + "\""));
  }
}

// --- what is told before anything is opened --------------------------------------------------------------------------

std::string forty_toolboxes() {
  std::string members;
  for (int index = 0; index < 40; ++index) {
    members.append(index > 0 ? "," : "")
        .append("\"team-" + std::to_string(index) + "-tools\":{\"description\":" +
                test_support::quoted("Everything that team " + std::to_string(index) +
                                     " needs for its daily work: tickets, builds, deployments and documents.") +
                ",\"mcpServers\":{}}");
  }
  return toolboxes_file(members);
}

TEST(FortyToolboxes, AreAllNamedWithin2048CharactersWhereverAHostShowsThem) {
  for (const char* host : {"claude-code", "codex-mcp-client", "copilot-cli", "@cline/core", "some-new-agent"}) {
    WorkbenchClient client(forty_toolboxes());
    const std::string instructions = characters(member(client.initialize("2025-11-25", "{}", host), "instructions"));
    const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
    const std::string description = characters(member(tools.at(0), "description"));
    EXPECT_LT(instructions.size(), 2048U) << host;
    EXPECT_LT(description.size(), 2048U) << host;
    const bool shows_instructions = host == std::string("claude-code") || host == std::string("codex-mcp-client");
    for (int index = 0; index < 40; ++index) {
      const std::string name = "team-" + std::to_string(index) + "-tools";
      EXPECT_THAT(instructions, HasSubstr(name)) << host;
      if (!shows_instructions) {
        EXPECT_THAT(description, HasSubstr(name)) << host;
      }
    }
    EXPECT_THAT(instructions, HasSubstr("more: list_toolboxes")) << host;
    EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr("team-39-tools"));
  }
}

TEST(TheToolboxes, AreToldInTheDescriptionOfOpenToolboxOnlyWhereInstructionsMayNotBeShown) {
  for (const auto& [host, is_told] : std::vector<std::pair<std::string, bool>>{
           {"claude-code", false}, {"gemini-cli-mcp-client", false}, {"@cline/core", true}, {"some-new-agent", true}}) {
    WorkbenchClient client(toolboxes_file(R"("dev":{"description":"Development.","mcpServers":{}})"));
    client.initialize("2025-11-25", "{}", host);
    const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
    EXPECT_EQ(
        characters(member(tools.at(0), "description")).find("- dev: Development. (0 servers)") != std::string::npos,
        is_told)
        << host;
  }
}

TEST(TheToolboxes, AreToldInTheDescriptionWhereAHostShowsTooLittleOfTheInstructions) {
  WorkbenchClient client(R"({"hosts":{"my-agent":{"instructionsBytes":1000}},"toolboxes":{"dev":{)"
                         R"("description":"Development.","mcpServers":{}}}})");
  client.initialize("2025-11-25", "{}", "my-agent");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("- dev: Development. (0 servers)"));
}

TEST(TheMetaTools, TellClaudeCodeToKeepThemLoadedAndToTakeLongAnswersWhole) {
  WorkbenchClient client(toolboxes_file(""));
  client.initialize("2025-11-25", "{}", "claude-code");
  for (const std::string& tool : elements(member(client.request("tools/list", "{}"), "tools"))) {
    EXPECT_THAT(tool, HasSubstr(R"("_meta":{"anthropic/alwaysLoad":true,"anthropic/maxResultSizeChars":500000})"));
  }
  WorkbenchClient other(toolboxes_file(""));
  other.initialize();
  EXPECT_THAT(other.request("tools/list", "{}"), Not(HasSubstr("anthropic")));
}

/// Over stdio, an answer is one line; the client reads lines.
struct ClientOfAPickyPlugin : WorkbenchClient {
  explicit ClientOfAPickyPlugin(const std::string& host)
      : WorkbenchClient(toolboxes_file(""), {"-D", "plugins.load=stdio-transport,filters,meta-tools,"  //
                                             PLUGIN_THAT_DEFINES_IT_FOR_SOME}) {
    initialize("2025-11-25", "{}", host);
    listed = request("tools/list", "{}");
  }
  std::string listed;
};

TEST(ADefinitionOfAMetaTool, MayHaveLineBreaksOfWhichTheListHasNone) {
  ClientOfAPickyPlugin client("some-new-agent");
  EXPECT_THAT(client.listed, AllOf(HasSubstr("\"picky\""), HasSubstr("\"use_tool\"")));
}

TEST(ADefinitionOfAMetaTool, ThatIsNoneForAHostIsLeftOutThereAlone) {
  ClientOfAPickyPlugin client("claude-code");
  EXPECT_THAT(client.listed, AllOf(Not(HasSubstr("{ }")), HasSubstr("\"use_tool\""), Not(HasSubstr("picky"))));
}

}  // namespace
