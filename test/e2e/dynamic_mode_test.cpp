// toolMode dynamic: the contract's native registration of the tools of open toolboxes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct DynamicModeClient : InitializedClient {
  explicit DynamicModeClient(std::string_view toolboxes, const std::vector<std::string>& options = {})
      : InitializedClient(toolboxes, options, "dynamic") {}
};

TEST(DynamicMode, DeclaresListChanged) {
  DynamicModeClient client(toolbox("dev", ""));
  EXPECT_EQ(member(client.initialized(), "capabilities.tools"), R"({"listChanged":true})");
}

TEST(DynamicMode, ListsAndAnnouncesTheToolsOfAnOpenToolbox) {
  DynamicModeClient client(toolbox("dev", fake_server("files", {"--tool", "read_file", "--tool", "a__b"})));
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "use_tool", "describe_tools"));

  client.open("dev");
  EXPECT_THAT(client.notifications(), ElementsAre(R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"))
      << "before the result, so that a host has the list when it acts on the result";
  EXPECT_THAT(client.listed_names(),
              ElementsAre("open_toolbox", "use_tool", "describe_tools", "dev__files__read_file", "dev__files__a__b"));
}

TEST(DynamicMode, NamesTheOriginOfEachTool) {
  DynamicModeClient client(toolbox(
      "dev", fake_server("files", {"--raw-tool", R"({"name":"read","description":"Reads.",)"
                                                 R"("inputSchema":{"type":"object","properties":{}},"later":null})"})));
  client.open("dev");
  const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
  EXPECT_EQ(tools.at(3), R"({"name":"dev__files__read","description":"[dev/files] Reads.",)"
                         R"("inputSchema":{"type":"object","properties":{}},"later":null,)"
                         R"("_meta":{"source_server":"files","toolbox_name":"dev","original_name":"read"}})");
}

TEST(DynamicMode, ReachesTheSameToolAsUseTool) {
  DynamicModeClient client(toolbox("dev", fake_server("files")));
  client.open("dev");
  const std::string arguments = R"({"n":1.0,"n":2,"e":1e2})";
  const std::string native =
      client.request("tools/call", R"({"name":"dev__files__echo","arguments":)" + arguments + "}");
  EXPECT_EQ(native, client.use("dev", "files", "echo", arguments));
  EXPECT_THAT(native, HasSubstr(arguments));
  EXPECT_EQ(first_text(client.request("tools/call", R"({"name":"dev__files__pid"})")),
            client.use_text("dev", "files", "pid"));
}

TEST(DynamicMode, CallsAToolWhoseNameContainsTheSeparator) {
  DynamicModeClient client(toolbox("dev", fake_server("files", {"--tool", "a__b"})));
  client.open("dev");
  EXPECT_THAT(client.request("tools/call", R"({"name":"dev__files__a__b"})"), HasSubstr("content"));
}

TEST(DynamicMode, RefusesAMalformedNameWithTheContractsText) {
  DynamicModeClient client(toolbox("dev", fake_server("files")));
  EXPECT_EQ(client.request("tools/call", R"({"name":"dev__files_echo"})"),
            R"({"content":[{"type":"text","text":"Error: Invalid tool name format 'dev__files_echo'. Expected format: )"
            R"({toolbox}__{server}__{tool}"}],"isError":true})");
}

TEST(DynamicMode, RefusesUnknownNamesWithTheContractsTexts) {
  DynamicModeClient client(toolbox("dev", fake_server("files")) + "," + toolbox("prod", ""));
  EXPECT_THAT(first_text(client.request("tools/call", R"({"name":"dev__files__echo"})")),
              StartsWith("Error: Toolbox 'dev' not found"));
  client.open("dev");
  EXPECT_THAT(first_text(client.request("tools/call", R"({"name":"dev__mail__echo"})")),
              StartsWith("Error: Server 'mail' not found in toolbox 'dev'"));
  EXPECT_THAT(first_text(client.request("tools/call", R"({"name":"dev__files__nope"})")),
              StartsWith("Error: Tool 'nope' not found in server 'files' (toolbox 'dev')"));
}

TEST(DynamicMode, RemovesTheToolsOfAClosedToolbox) {
  DynamicModeClient client(toolbox("dev", fake_server("files", {"--tool", "read"})) + "," +
                               toolbox("prod", fake_server("files", {"--tool", "read"})),
                           {"-D", "metaTools=open_toolbox,close_toolbox"});
  client.open("dev");
  client.open("prod");
  EXPECT_EQ(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), R"({"toolbox":"dev","closed":true})");
  EXPECT_EQ(client.next_line(), R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  EXPECT_THAT(client.listed_names(), ElementsAre("open_toolbox", "close_toolbox", "prod__files__read"));
}

const std::string kLongName = "a_tool_whose_name_is_as_long_as_the_servers_of_some_vendors_make_them";

struct KnownHost : WorkbenchClient {
  explicit KnownHost(std::string_view host)
      : WorkbenchClient(
            toolboxes_file(toolbox("dev", fake_server("files", {"--tool", kLongName, "--tool", "echo"})), "dynamic")) {
    initialize("2025-11-25", "{}", host);
    opened = open("dev");
  }
  std::string opened;
};

TEST(DynamicMode, ShortensNamesToTheLimitOfAKnownHost) {
  KnownHost client("claude-code");
  const auto names = client.listed_names();
  const std::string name = names.at(3);
  EXPECT_EQ(name.size() + std::string_view("mcp__workbench__").size(), 64U);
  EXPECT_THAT(name, StartsWith(kLongName.substr(0, 39) + "_")) << "the tool's own name, and a fingerprint";
  EXPECT_EQ(names.at(4), "dev__files__echo");

  const auto tools = elements(member(client.request("tools/list", "{}"), "tools"));
  EXPECT_EQ(member(tools.at(3), "_meta.original_name"), "\"" + kLongName + "\"");
  EXPECT_THAT(client.request("tools/call", R"({"name":")" + name + R"("})"), HasSubstr("content"));
}

TEST(DynamicMode, CallsAToolWhoseNameWasShortenedBeforeAMultibyteCharacter) {
  std::string name(30, 't');
  for (int count = 0; count < 30; ++count) name += "\u00fc";
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--tool", name})), "dynamic"));
  client.initialize("2025-11-25", "{}", "claude-code");
  client.open("dev");
  const std::string cut = client.listed_names().at(3);
  EXPECT_LE(cut.size(), 48U);
  EXPECT_THAT(client.request("tools/call", R"({"name":")" + cut + R"("})"), Not(HasSubstr("isError")));
}

class ToolWhoseNameModelsApisRefuse : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, ToolWhoseNameModelsApisRefuse,
                         testing::Values("read.file", "a b", "gr\u00f6\u00dfe", std::string(70, 'x')));

TEST_P(ToolWhoseNameModelsApisRefuse, IsListedUnderAnotherAndCalledByBoth) {
  DynamicModeClient client(toolbox("dev", fake_server("my.files", {"--tool", GetParam()})));
  client.open("dev");
  const std::string in_the_contracts_format = "dev__my.files__" + GetParam();
  const std::vector<std::string> listed = client.listed_names();
  EXPECT_THAT(listed, Not(Contains(in_the_contracts_format)));
  for (const std::string& name : {in_the_contracts_format, listed.at(3)}) {
    EXPECT_EQ(first_text(client.request("tools/call", R"({"name":)" + test_support::quoted(name) + "}")), GetParam());
  }
}

TEST(DynamicMode, NotesTheListedNamesInTheAnswerOfOpenToolbox) {
  KnownHost known("claude-code");
  EXPECT_THAT(
      member(first_text(known.opened), "_notes"),
      testing::AllOf(HasSubstr("as dev__files__NAME"), HasSubstr(kLongName + " as " + known.listed_names().at(3))));
  KnownHost not_known("test");
  EXPECT_THAT(not_known.listed_names(), testing::Contains(StartsWith(kLongName.substr(0, 55) + "_")));
  EXPECT_THAT(member(first_text(not_known.opened), "_notes"), HasSubstr("as dev__files__NAME"));
}

TEST(DynamicMode, NotesNoNamesForAHostThatIgnoresListChanges) {
  KnownHost client("codex-mcp-client");
  EXPECT_EQ(member(first_text(client.opened), "_notes"), "");
}

}  // namespace
