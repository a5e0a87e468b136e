// Hosts that truncate results: every tool is still named, and describe_tools returns its definition.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <set>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

/// How a host truncates a result before the model sees it.
struct Truncation {
  std::string client;
  std::string (*seen)(const std::string& text);

  friend void PrintTo(const Truncation& truncation, std::ostream* out) { *out << truncation.client; }
};

/// As Cline does: what counts is the result, written as JSON.
std::string without_the_middle_above_8000_escaped(const std::string& text) {
  const std::string result = R"({"content":[{"type":"text","text":)" + test_support::quoted(text) + "}]}";
  if (result.size() <= 8'000) return text;
  const std::size_t cut = result.size() - 8'000;
  return text.substr(0, text.size() / 2 - cut / 2) + "..." + text.substr(text.size() / 2 + cut / 2);
}
std::string without_the_middle_above_12_kB(const std::string& text) {
  return text.size() <= 12'000 ? text : text.substr(0, 6'000) + "..." + text.substr(text.size() - 6'000);
}
std::string without_the_middle_above_8000(const std::string& text) {
  return text.size() <= 8'000 ? text : text.substr(0, 4'000) + "..." + text.substr(text.size() - 4'000);
}
std::string without_the_middle_above_20000(const std::string& text) {
  return text.size() <= 20'000 ? text : text.substr(0, 8'000) + "..." + text.substr(text.size() - 12'000);
}
std::string first_8_and_last_32_kB(const std::string& text) {
  return text.size() <= 40'000 ? text : text.substr(0, 8'000) + "..." + text.substr(text.size() - 32'000);
}
std::string a_preview_above_20_kB(const std::string& text) {
  return text.size() <= 20'480 ? text : text.substr(0, 500);
}
std::string a_preview_above_25_kB(const std::string& text) {
  return text.size() <= 25'000 ? text : text.substr(0, 2'000);
}
std::string a_preview_above_50_kB(const std::string& text) {
  return text.size() <= 51'200 ? text : text.substr(0, 2'000);
}
std::string a_preview_above_500_kB(const std::string& text) {
  return text.size() <= 500'000 ? text : text.substr(0, 2'000);
}
std::string everything(const std::string& text) {
  return text;
}

/// Sixty tools of a kilobyte each.
std::vector<std::string> sixty_tools() {
  std::vector<std::string> arguments;
  for (int index = 0; index < 60; ++index) {
    const std::string name = "manage_records_of_kind_" + std::to_string(index);
    std::string properties;
    for (int property = 0; property < 8; ++property) {
      properties.append(property == 0 ? "" : ",")
          .append(R"("field_)" + std::to_string(property) +
                  R"(":{"type":"string","description":"What the field holds, in a sentence of some length."})");
    }
    arguments.emplace_back("--raw-tool");
    arguments.push_back(R"({"name":")" + name +
                        R"(","description":"Manages records of one kind. It creates, changes and deletes them, )"
                        R"(one at a time or many at once, and returns all of them as they are afterwards.",)"
                        R"("inputSchema":{"type":"object","properties":{)" +
                        properties + R"(},"required":["field_0"]},"outputSchema":{"type":"object"}})");
  }
  return arguments;
}

/// How many of sixty names, which end with a number, the text has as whole words.
int names_in(const std::string& text, const std::string& prefix = "manage_records_of_kind_") {
  std::set<std::string> names;
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at + 1)) {
    const std::size_t number = at + prefix.size();
    names.insert(text.substr(number, text.find_first_not_of("0123456789", number) - number));
  }
  return static_cast<int>(names.size());
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

class TruncatingHost : public testing::TestWithParam<Truncation> {};
INSTANTIATE_TEST_SUITE_P(ResultBudget, TruncatingHost,
                         testing::Values(Truncation{"@cline/core", without_the_middle_above_8000_escaped},
                                         Truncation{"Cline", without_the_middle_above_8000_escaped},
                                         Truncation{"codex-mcp-client", without_the_middle_above_12_kB},
                                         Truncation{"gemini-cli-mcp-client", first_8_and_last_32_kB},
                                         Truncation{"qwen-cli-mcp-client-workbench", a_preview_above_25_kB},
                                         Truncation{"opencode", a_preview_above_50_kB},
                                         Truncation{"copilot-cli", a_preview_above_20_kB},
                                         Truncation{"claude-code", a_preview_above_500_kB},
                                         Truncation{"nanocoder-mcp-client", without_the_middle_above_20000},
                                         Truncation{"kilo", a_preview_above_50_kB},
                                         Truncation{"continue-cli-client", everything},
                                         Truncation{"some-new-agent", without_the_middle_above_8000_escaped},
                                         Truncation{"some-new-agent", without_the_middle_above_8000}));

TEST_P(TruncatingHost, ShowsEveryToolOfALargeToolbox) {
  SixtyTools client(GetParam().client);
  const std::string seen = GetParam().seen(client.answer);
  EXPECT_EQ(names_in(seen), 60);
  EXPECT_EQ(seen, client.answer) << "whole, and so valid JSON";
}

TEST_P(TruncatingHost, ShowsTheDefinitionOfEveryTool) {
  SixtyTools client(GetParam().client);
  for (int index = 0; index < 60; ++index) {
    const std::string name = "manage_records_of_kind_" + std::to_string(index);
    const std::string arguments = R"({"tools":[{"toolbox":"records","server":"records","tool":")" + name + R"("}]})";
    const std::string seen = GetParam().seen(client.call_text("describe_tools", arguments));
    const auto tools = elements(member(seen, "tools"));
    ASSERT_EQ(tools.size(), 1U);
    EXPECT_EQ(characters(member(tools[0], "name")), name);
    EXPECT_EQ(member(tools[0], "inputSchema.required"), R"(["field_0"])");
    EXPECT_EQ(member(tools[0], "outputSchema"), R"({"type":"object"})");
  }
}

TEST_P(TruncatingHost, ShowsTheWholeAnswerOfDescribeTools) {
  SixtyTools client(GetParam().client);
  const std::string json = client.call_text("describe_tools", R"({"toolbox":"records","server":"records"})");
  EXPECT_EQ(GetParam().seen(json), json);
  EXPECT_EQ(names_in(json), 60);
}

TEST_P(TruncatingHost, ShowsTheWholeAnswerOfDescribeToolsInSignatures) {
  SixtyTools client(GetParam().client);
  const std::string signatures =
      client.call_text("describe_tools", R"({"toolbox":"records","server":"records","format":"signature"})");
  EXPECT_EQ(GetParam().seen(signatures), signatures);
  EXPECT_EQ(names_in(signatures), 60);
}

/// A client of which the table says that it shows results of any length.
constexpr const char* kShowsAll = "Zed";

TEST(AHostThatShowsAll, GetsTheWholeAnswer) {
  SixtyTools client(kShowsAll);
  EXPECT_EQ(member(client.answer, "_notes"), "");
  EXPECT_THAT(elements(member(client.answer, "tools")),
              Each(AllOf(HasSubstr("\"inputSchema\":{"), HasSubstr("as they are afterwards."))));
}

TEST(ResultBudget, LeavesOutSchemasFirstAndNotesIt) {
  SixtyTools client(kShowsAll, R"("maxTokens":8000,)");
  EXPECT_LE(client.answer.size(), 32'000U);
  EXPECT_GE(client.answer.size(), 28'000U) << "the budget is used";
  const auto tools = elements(member(client.answer, "tools"));
  ASSERT_EQ(tools.size(), 60U);
  EXPECT_THAT(tools, Each(HasSubstr("as they are afterwards.")));
  const auto with_schema = std::count_if(tools.begin(), tools.end(), [](const std::string& tool) {
    return tool.find("\"inputSchema\":") != std::string::npos;
  });
  EXPECT_NE(member(tools[0], "inputSchema"), "") << "servers list their most important tools first";
  EXPECT_THAT(member(client.answer, "_notes"),
              AllOf(HasSubstr("of 60 tools, " + std::to_string(60 - with_schema) + " are listed without inputSchema"),
                    HasSubstr("describe_tools")));
}

TEST(ResultBudget, ShortensDescriptionsToTheirFirstSentenceNext) {
  SixtyTools client(kShowsAll, R"("maxTokens":2500,)");
  EXPECT_LE(client.answer.size(), 10'000U);
  EXPECT_THAT(elements(member(client.answer, "tools")),
              Each(AllOf(Not(HasSubstr("inputSchema")), HasSubstr("\"description\":\"Manages records of one kind."))));
}

TEST(ResultBudget, LeavesOutEverythingButNamesLast) {
  SixtyTools client(kShowsAll, R"("maxTokens":1700,)");
  EXPECT_LE(client.answer.size(), 6'800U);
  EXPECT_EQ(elements(member(client.answer, "tools")).size(), 60U);
  EXPECT_EQ(member(elements(member(client.answer, "tools"))[59], "description"), "");
}

TEST(ResultBudget, GroupsNamesByServerWhenItIsTooSmallForThem) {
  SixtyTools client(kShowsAll, R"("maxTokens":100,)");
  const auto servers = elements(member(client.answer, "tools"));
  ASSERT_EQ(servers.size(), 1U);
  EXPECT_EQ(elements(member(servers[0], "names")).size(), 60U);
}

TEST(ResultBudget, LimitsNotesAndErrors) {
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
  WorkbenchClient client(dev_toolbox(servers));
  client.initialize("2025-11-25", "{}", "@cline/core");
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(without_the_middle_above_8000_escaped(text), text);
  EXPECT_EQ(elements(member(text, "tools")).size(), 40U);
  EXPECT_EQ(elements(member(text, "_errors")).size(), 12U);
  EXPECT_THAT(member(text, "_notes"), HasSubstr("server 'old': and 37 more; the workbench's log has them all"));
}

TEST(Detail, SelectsWhatIsListedOfEachTool) {
  SixtyTools brief(kShowsAll, R"("detail":"brief",)");
  EXPECT_EQ(elements(member(brief.answer, "tools"))[0],
            R"({"name":"manage_records_of_kind_0","toolbox_name":"records","source_server":"records",)"
            R"("description":"Manages records of one kind."})");
  SixtyTools names(kShowsAll, R"("detail":"names",)");
  EXPECT_EQ(elements(member(names.answer, "tools"))[0],
            R"({"name":"manage_records_of_kind_0","toolbox_name":"records","source_server":"records"})");
  EXPECT_THAT(member(names.answer, "_notes"), HasSubstr("describe_tools"));
}

std::string with_host(const std::string& host) {
  return R"({"hosts":{)" + host + R"(},"toolboxes":{"records":{"description":"Records.","mcpServers":{)" +
         fake_server("records", sixty_tools()) + "}}}}";
}

TEST(ConfiguredHosts, ExtendTheTable) {
  WorkbenchClient client(with_host(R"("my-agent*":{"maxTokens":2500})"));
  client.initialize("2025-11-25", "{}", "my-agent-2");
  EXPECT_LE(first_text(client.open("records")).size(), 10'000U);
}

TEST(ConfiguredHosts, OverrideTheTable) {
  WorkbenchClient client(with_host(R"("@cline/core":{"maxResultBytes":500000})"));
  client.initialize("2025-11-25", "{}", "@cline/core");
  EXPECT_EQ(member(first_text(client.open("records")), "_notes"), "");
}

/// Names of 240 tools, which alone are longer than what some hosts show of a result.
std::string two_hundred_and_forty_tools() {
  std::vector<std::string> tools;
  for (int index = 0; index < 240; ++index) {
    tools.emplace_back("--tool");
    tools.push_back("a_tool_whose_name_is_longer_than_is_usual_" + std::to_string(index));
  }
  return toolboxes_file(toolbox("records", fake_server("records", tools)));
}

TEST(MoreNamesThanAHostShows, AreListedByDescribeToolsFromTheLastOneOn) {
  const std::string prefix = "a_tool_whose_name_is_longer_than_is_usual_";
  for (const std::string host : {"Cline", "some-new-agent"}) {
    WorkbenchClient client(two_hundred_and_forty_tools());
    client.initialize("2025-11-25", "{}", host);
    const std::string answer = first_text(client.open("records"));
    EXPECT_EQ(without_the_middle_above_8000_escaped(answer), answer);
    int named = names_in(answer, prefix);
    EXPECT_THAT(member(answer, "_notes"),
                AllOf(HasSubstr(std::to_string(240 - named) + " of the 240 tools are not named"),
                      HasSubstr(R"(describe_tools {\"toolbox\":\"records\",\"server\":SERVER,\"after\":)")));
    EXPECT_GT(named, 100);
    for (int calls = 0; named < 240; ++calls) {
      ASSERT_LT(calls, 10) << "each answer names more";
      const std::string after = prefix + std::to_string(named - 1);
      const std::string more =
          client.call_text("describe_tools", R"({"toolbox":"records","server":"records","after":")" + after + "\"}");
      EXPECT_EQ(without_the_middle_above_8000_escaped(more), more);
      EXPECT_THAT(more, HasSubstr("\"" + prefix + std::to_string(named) + "\""));
      named += names_in(more, prefix);
    }
  }
}

TEST(MoreNamesThanAHostShows, AreCountedIfThereIsNoDescribeTools) {
  WorkbenchClient client(two_hundred_and_forty_tools(), {"-D", "metaTools=open_toolbox,use_tool"});
  client.initialize("2025-11-25", "{}", "Cline");
  const std::string answer = first_text(client.open("records"));
  EXPECT_EQ(without_the_middle_above_8000_escaped(answer), answer);
  EXPECT_THAT(member(answer, "_notes"), AllOf(HasSubstr("tools are not named here"), Not(HasSubstr("describe_tools"))));
}

/// Half of its bytes are quotes and line breaks, which are two characters each in JSON.
std::string search_answer_for(const std::string& host) {
  WorkbenchClient client(with_host(host), {"-D", "metaTools=search_tools,open_toolbox,describe_tools,use_tool"});
  client.initialize("2025-11-25", "{}", "my-agent");
  client.open("records");
  return client.call_text("search_tools", R"({"query":"manage records of kind","limit":50})");
}

TEST(ConfiguredHosts, CountResultsAsTheyAreConfigured) {
  const std::string by_bytes = search_answer_for(R"("my-agent":{"maxResultBytes":3000})");
  const std::string escaped = search_answer_for(R"("my-agent":{"maxResultBytes":3000,"resultMeasure":"escaped"})");
  EXPECT_LE(by_bytes.size(), 3'000U);
  EXPECT_GT(test_support::quoted(by_bytes).size(), 3'000U);
  EXPECT_LE(test_support::quoted(escaped).size(), 3'002U) << "with the quotes around it";
  EXPECT_GE(test_support::quoted(escaped).size(), 2'500U) << "the budget is used";
}

TEST(ConfiguredHosts, CanBeLimitedToVersions) {
  const std::string shows_all = R"("my-agent":{"maxResultBytes":500000},)";
  WorkbenchClient client(with_host(shows_all + R"("my-agent@2.*":{"detail":"names"})"));
  client.initialize("2025-11-25", "{}", "my-agent");  // version 1
  EXPECT_EQ(member(first_text(client.open("records")), "_notes"), "");

  WorkbenchClient matching(with_host(R"("my-agent@1*":{"detail":"names"})"));
  matching.initialize("2025-11-25", "{}", "my-agent");
  EXPECT_THAT(member(first_text(matching.open("records")), "_notes"), HasSubstr("describe_tools"));
}

TEST(ModernHost, IsRecognizedByTheClientInfoOfItsRequest) {
  WorkbenchClient client(toolboxes_file(toolbox("records", fake_server("records", sixty_tools()))));
  const std::string result = client.request(
      "tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"records"},"_meta":{)" +
                        modern_request_metadata() +
                        R"(,"io.modelcontextprotocol/clientInfo":{"name":"copilot-cli","version":"1.0"}}})");
  EXPECT_LE(first_text(result).size(), 20'000U);
  EXPECT_THAT(first_text(result), HasSubstr("manage_records_of_kind_59"));
}

TEST(ResultBudget, HoldsInDynamicModeWithShortenedNames) {
  std::vector<std::string> tools;
  for (int index = 0; index < 60; ++index) {
    tools.emplace_back("--tool");
    tools.push_back("a_tool_whose_name_is_longer_than_is_usual_" + std::to_string(index));
  }
  WorkbenchClient client(toolboxes_file(toolbox("records", fake_server("records", tools)), "dynamic"));
  client.initialize("2025-11-25", "{}", "Cline");
  const std::string seen = without_the_middle_above_8000_escaped(first_text(client.open("records")));
  EXPECT_EQ(names_in(seen, "a_tool_whose_name_is_longer_than_is_usual_"), 60);
}

}  // namespace
