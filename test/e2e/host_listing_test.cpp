// What a host is shown before a toolbox is opened: instructions and the definitions of the meta-tools.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TEST(Instructions, NameEveryToolboxWithDescriptionAndNumberOfServers) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"Development tools","mcpServers":{"a":{"command":"x"}}},
                                           "ops":{"description":"Operations","mcpServers":{}})"));
  const std::string instructions = characters(member(client.initialize(), "instructions"));
  EXPECT_THAT(instructions, HasSubstr("- dev: Development tools (1 server)\n- ops: Operations (0 servers)\n"));
  EXPECT_THAT(instructions, HasSubstr("open_toolbox"));
  EXPECT_THAT(instructions, HasSubstr("use_tool"));
}

TEST(Instructions, StayBelow2048CharactersWithAHundredToolboxesAndNameListToolboxes) {
  std::string members;
  for (int index = 0; index < 100; ++index) {
    members.append(index > 0 ? "," : "")
        .append("\"box" + std::to_string(index) + "\":{\"description\":\"" + std::string(300, 'd') +
                "\",\"mcpServers\":{}}");
  }
  WorkbenchClient client(toolboxes_file(members));
  const std::string instructions =
      characters(member(client.initialize("2025-11-25", "{}", "Visual Studio Code"), "instructions"));
  EXPECT_LT(instructions.size(), 2048U);
  EXPECT_THAT(instructions, HasSubstr("box0, box1, "));
  EXPECT_THAT(instructions, HasSubstr(", box99\nmore: list_toolboxes\n"));
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr(R"({"name":"box99","description":"ddd)"));
}

/// What counts in a host that writes the result as JSON: the text, and the structured content beside it.
TEST(ListToolboxes, NamesAllOfThemInWhatAHostShows) {
  std::string members;
  for (int index = 0; index < 100; ++index) {
    members.append(index > 0 ? "," : "")
        .append(toolbox("box" + std::to_string(index), "", std::string(300, 'd') + ". More."));
  }
  for (const std::string host : {"Cline", "some-new-agent"}) {
    WorkbenchClient client(toolboxes_file(members));
    client.initialize("2025-11-25", "{}", host);
    const std::string result = client.call("list_toolboxes", "{}");
    EXPECT_LE(result.size(), 8'000U) << host;
    for (int index = 0; index < 100; ++index) {
      EXPECT_THAT(first_text(result), HasSubstr("{\"name\":\"box" + std::to_string(index) + "\"")) << host;
    }
  }
}

std::string forty_toolboxes() {
  std::string members;
  for (int index = 0; index < 40; ++index) {
    const std::string number = std::to_string(index);
    members.append(index > 0 ? "," : "")
        .append(toolbox("team-" + number + "-tools", "",
                        "Everything that team " + number +
                            " needs for its daily work: tickets, builds, deployments and documents."));
  }
  return toolboxes_file(members);
}

/// The names of the forty toolboxes that the text has.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (int index = 0; index < 40; ++index) {
    const std::string name = "team-" + std::to_string(index) + "-tools";
    if (text.find(name) != std::string::npos) names.push_back(name);
  }
  return names;
}

std::string description_of_open_toolbox(WorkbenchClient& client) {
  return characters(member(elements(member(client.request("tools/list", "{}"), "tools")).at(0), "description"));
}

class InstructedHost : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(FortyToolboxes, InstructedHost,
                         testing::Values("claude-code", "codex-mcp-client", "copilot-cli", "@cline/core",
                                         "some-new-agent"));

TEST_P(InstructedHost, ReadsEveryNameInInstructionsBelow2048Characters) {
  WorkbenchClient client(forty_toolboxes());
  const std::string instructions =
      characters(member(client.initialize("2025-11-25", "{}", GetParam()), "instructions"));
  EXPECT_LT(instructions.size(), 2048U);
  EXPECT_THAT(names_in(instructions), SizeIs(40));
  EXPECT_THAT(instructions, HasSubstr("more: list_toolboxes"));
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr("team-39-tools"));
}

class UninstructedHost : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(FortyToolboxes, UninstructedHost,
                         testing::Values("copilot-cli", "@cline/core", "some-new-agent"));

TEST_P(UninstructedHost, ReadsEveryNameInADescriptionBelow2048Characters) {
  WorkbenchClient client(forty_toolboxes());
  client.initialize("2025-11-25", "{}", GetParam());
  const std::string description = description_of_open_toolbox(client);
  EXPECT_LT(description.size(), 2048U);
  EXPECT_THAT(names_in(description), SizeIs(40));
}

using HostAndDescription = std::pair<const char*, bool>;

class ToolboxesFor : public testing::TestWithParam<HostAndDescription> {};
INSTANTIATE_TEST_SUITE_P(Hosts, ToolboxesFor,
                         testing::Values(HostAndDescription{"claude-code", false},
                                         HostAndDescription{"gemini-cli-mcp-client", false},
                                         HostAndDescription{"@cline/core", true},
                                         HostAndDescription{"some-new-agent", true}));

TEST_P(ToolboxesFor, AreInTheDescriptionOfOpenToolboxWhereInstructionsMayBeHidden) {
  const auto& [host, are_in_description] = GetParam();
  WorkbenchClient client(toolboxes_file(toolbox("dev", "", "Development.")));
  client.initialize("2025-11-25", "{}", host);
  const auto names = HasSubstr("- dev: Development. (0 servers)");
  EXPECT_EQ(testing::Matches(names)(description_of_open_toolbox(client)), are_in_description);
}

TEST(Toolboxes, AreInTheDescriptionOfOpenToolboxWhereInstructionsAreTruncated) {
  WorkbenchClient client(R"({"hosts":{"my-agent":{"instructionsBytes":1000}},"toolboxes":{"dev":{)"
                         R"("description":"Development.","mcpServers":{}}}})");
  client.initialize("2025-11-25", "{}", "my-agent");
  EXPECT_THAT(client.request("tools/list", "{}"), HasSubstr("- dev: Development. (0 servers)"));
}

TEST(MetaTools, AskClaudeCodeToKeepThemLoadedAndTheirResultsWhole) {
  WorkbenchClient client(toolboxes_file(""));
  client.initialize("2025-11-25", "{}", "claude-code");
  EXPECT_THAT(elements(member(client.request("tools/list", "{}"), "tools")),
              Each(HasSubstr(R"("_meta":{"anthropic/alwaysLoad":true,"anthropic/maxResultSizeChars":500000})")));
  WorkbenchClient other(toolboxes_file(""));
  other.initialize();
  EXPECT_THAT(other.request("tools/list", "{}"), Not(HasSubstr("anthropic")));
}

/// A client of a workbench with a plugin whose meta-tool has a definition for some hosts only.
struct PickyPluginClient : WorkbenchClient {
  explicit PickyPluginClient(const std::string& host)
      : WorkbenchClient(toolboxes_file(""), {"-D", "plugins.load=stdio-transport,filters,meta-tools,"  //
                                             PLUGIN_THAT_DEFINES_IT_FOR_SOME}) {
    initialize("2025-11-25", "{}", host);
    listed = request("tools/list", "{}");
  }
  std::string listed;
};

TEST(MetaToolDefinition, IsListedWithoutItsLineBreaks) {
  PickyPluginClient client("some-new-agent");
  EXPECT_THAT(client.listed, AllOf(HasSubstr("\"picky\""), HasSubstr("\"use_tool\"")));
}

TEST(MetaToolDefinition, IsLeftOutForTheHostForWhichItIsInvalid) {
  PickyPluginClient client("claude-code");
  EXPECT_THAT(client.listed, AllOf(Not(HasSubstr("{ }")), HasSubstr("\"use_tool\""), Not(HasSubstr("picky"))));
}

}  // namespace
