// The contract of open_toolbox: every text, field and order that a client sees.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <set>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::string toolbox(std::string_view name, std::string_view servers) {
  return "\"" + std::string(name) + "\":{\"description\":\"Tools for " + std::string(name) + "\",\"mcpServers\":{" +
         std::string(servers) + "}}";
}

/// A client over these toolboxes, past the handshake.
struct Ready : WorkbenchClient {
  explicit Ready(std::string_view members, std::string_view revision = "2025-11-25")
      : WorkbenchClient(toolboxes_file(members)) {
    initialize(revision);
  }
};

std::vector<std::string> tool_names(std::string_view result) {
  std::vector<std::string> names;
  for (const std::string& tool : elements(member(first_text(result), "tools"))) {
    names.push_back(characters(member(tool, "source_server")) + "/" + characters(member(tool, "name")));
  }
  return names;
}

TEST(OpenToolboxInput, AnEmptyBlankOrMissingNameIsRefused) {
  Ready client(toolbox("dev", ""));
  for (const char* arguments : {R"({"toolbox_name":""})", R"({"toolbox_name":"  \t"})", "{}"}) {
    const std::string result = client.call("open_toolbox", arguments);
    EXPECT_EQ(
        result,
        R"({"content":[{"type":"text","text":"Invalid parameters: toolbox_name cannot be empty"}],"isError":true})");
  }
  EXPECT_EQ(first_text(client.request("tools/call", R"({"name":"open_toolbox"})")),
            "Invalid parameters: toolbox_name cannot be empty");
}

TEST(OpenToolboxInput, AnUnknownKeyIsRefusedByName) {
  Ready client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":"dev","extra_field":1})"),
            "Invalid parameters: Unrecognized key: 'extra_field'");
}

TEST(OpenToolboxInput, AnotherTypeThanAStringIsRefused) {
  Ready client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":7})"),
            "Invalid parameters: toolbox_name: Expected string, received number");
}

TEST(OpenToolboxInput, AKeyThatComesTwiceIsRefused) {
  Ready client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":"dev","toolbox_n\u0061me":"prod"})"),
            "Invalid parameters: Duplicate key: 'toolbox_name'");
}

TEST(OpenToolbox, ThatIsNotConfiguredIsNotFound) {
  Ready client(toolbox("dev", ""));
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"production"})"),
              StartsWith("Toolbox 'production' not found in configuration"));
}

TEST(OpenToolbox, WithoutServersOpensToNoTools) {
  Ready client(toolbox("dev", ""));
  EXPECT_EQ(first_text(client.open("dev")),
            R"({"toolbox":"dev","description":"Tools for dev","servers_connected":0,"tools":[]})");
}

TEST(OpenToolbox, ListsToolsInTheOrderOfServersAndThenOfEachServersOwnList) {
  Ready client(toolbox("dev", fake_server("zeta", {"--tool", "b", "--tool", "a"}) + "," +
                                  fake_server("alpha", {"--tools", "3", "--pages", "3"})));
  EXPECT_THAT(tool_names(client.open("dev")),
              ElementsAre("zeta/b", "zeta/a", "alpha/tool_0", "alpha/tool_1", "alpha/tool_2"));
}

TEST(OpenToolbox, TellsOfEachToolTheFiveFieldsOnALineOfItsOwnAndNothingElse) {
  Ready client(toolbox(
      "dev",
      fake_server(
          "s",
          {"--raw-tool",
           R"({"description":"D\u00e9j\u00e0","name":"t","title":"T","inputSchema":{"type":"object","maximum":1.0,)"
           R"("x":1e2},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"_meta":{"k":1}})",
           "--raw-tool", R"({"name":"u","inputSchema":{"type":"object"}})"})));
  EXPECT_THAT(
      first_text(client.open("dev")),
      testing::EndsWith("\"tools\":[\n"
                        R"({"name":"t","toolbox_name":"dev","source_server":"s","description":"D\u00e9j\u00e0",)"
                        R"("inputSchema":{"type":"object","maximum":1.0,"x":1e2}})"
                        ",\n"
                        R"({"name":"u","toolbox_name":"dev","source_server":"s","inputSchema":{"type":"object"}})"
                        "\n]}"));
}

TEST(OpenToolbox, LeavesOutWhatTellsAModelNothingAndNothingThatConstrainsAnArgument) {
  Ready client(toolbox(
      "dev", fake_server("s", {"--raw-tool",
                               R"({"name":"read_file","description":"read_file","inputSchema":{)"
                               R"("$schema":"http://json-schema.org/draft-07/schema#","title":"read_fileArguments",)"
                               R"("type":"object","properties":{"file_path":{"title":"File Path","type":"string",)"
                               R"("description":"file_path","pattern":"^/"},"title":{"type":"string","default":""}},)"
                               R"("required":["file_path"],"additionalProperties":false}})"})));
  EXPECT_THAT(
      first_text(client.open("dev")),
      HasSubstr(R"({"name":"read_file","toolbox_name":"dev","source_server":"s","inputSchema":{"type":"object",)"
                R"("properties":{"file_path":{"type":"string","pattern":"^/"},)"
                R"("title":{"type":"string","default":""}},"required":["file_path"],)"
                R"("additionalProperties":false}})"));
}

TEST(OpenToolbox, HasNoStructuredContentBecauseHostsWouldShowItsTextTwice) {
  Ready client(toolbox("dev", fake_server("s", {"--tool", "t"})));
  EXPECT_EQ(member(client.open("dev"), "structuredContent"), "");
}

TEST(OpenToolbox, SaysWhatWentWrongBeforeTheTools) {
  Ready client(toolbox("dev", R"("database":{"command":"/no/such/program"},)" + fake_server("fs", {"--tool", "t"})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_LT(text.find("\"_errors\""), text.find("\"tools\""));
}

TEST(OpenToolbox, AgainAnswersTheSameFromTheSameProcesses) {
  Ready client(toolbox("dev", fake_server("s")));
  const std::string first = client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  EXPECT_EQ(client.open("dev"), first);
  EXPECT_EQ(client.use_text("dev", "s", "pid"), pid);
}

TEST(OpenToolbox, TwiceAtTheSameTimeIsOneOpening) {
  Ready client(toolbox("dev", fake_server("s", {"--stderr", "STARTED"})));
  const int first = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  const int second = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  EXPECT_EQ(member(client.answer_to(first), "result"), member(client.answer_to(second), "result"));

  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("STARTED"), log.rfind("STARTED")) << log;
}

TEST(OpenToolbox, WithServersOfTheSameNameInTwoToolboxesStartsTwoProcesses) {
  Ready client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", fake_server("s")));
  client.open("dev");
  client.open("prod");
  EXPECT_NE(client.use_text("dev", "s", "pid"), client.use_text("prod", "s", "pid"));
}

TEST(OpenToolbox, ConnectsToItsServersAtOnceAndNotOneAfterTheOther) {
  // Each of two servers fails after 1.5 s of silence; one after the other would take twice as long.
  Ready client(toolbox("dev", fake_server("a", {"--silent-initialize"}, R"("startTimeoutMs":1500)") + "," +
                                  fake_server("b", {"--silent-initialize"}, R"("startTimeoutMs":1500)")));
  const auto started = std::chrono::steady_clock::now();
  client.open("dev");
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::milliseconds(2900));
}

TEST(OpenToolboxFailure, OfSomeServersIsToldInErrorsBesideTheToolsOfTheOthers) {
  Ready client(toolbox("dev", R"("database":{"command":"/no/such/program"},)" + fake_server("fs", {"--tool", "t"})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(elements(member(text, "tools")).size(), 1U);
  const auto errors = elements(member(text, "_errors"));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(characters(errors[0]), StartsWith("Failed to connect to server 'database' in toolbox 'dev': cannot start "
                                                "'/no/such/program': No such file or directory"));
}

TEST(OpenToolboxFailure, OfAllServersIsAnErrorWithALineForEach) {
  Ready client(toolbox("dev", R"("a":{"command":"/no/such/a"},"b":{"command":"/no/such/b"})"));
  const std::string result = client.open("dev");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), testing::MatchesRegex("Failed to connect to server 'a' in toolbox 'dev': [^\n]+\n"
                                                        "Failed to connect to server 'b' in toolbox 'dev': [^\n]+"));
  EXPECT_THAT(client.use_text("dev", "a", "t"), StartsWith("Toolbox 'dev' not found"));
}

TEST(OpenToolboxFailure, IsTriedAgainByTheNextOpenWhileTheOthersStay) {
  Ready client(toolbox("dev", R"("late":{"command":"${LATE:-./late}","cwd":")" +
                                  std::filesystem::temp_directory_path().string() + R"("},)" + fake_server("s")));
  const auto late = std::filesystem::temp_directory_path() / "late";
  std::filesystem::remove(late);
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "1");
  const std::string pid = client.use_text("dev", "s", "pid");

  std::filesystem::create_symlink(FAKE_SERVER, late);
  const std::string text = first_text(client.open("dev"));
  std::filesystem::remove(late);
  EXPECT_EQ(member(text, "servers_connected"), "2");
  EXPECT_EQ(member(text, "_errors"), "");
  EXPECT_EQ(client.use_text("dev", "s", "pid"), pid);
}

struct Reason {
  const char* argument;
  const char* value;
  const char* text;

  friend void PrintTo(const Reason& reason, std::ostream* out) { *out << reason.argument; }
};

class FailureReason : public testing::TestWithParam<Reason> {};
INSTANTIATE_TEST_SUITE_P(
    OpenToolbox, FailureReason,
    testing::Values(Reason{"--exit-on-initialize", "3", "ended with exit code 3"},
                    Reason{"--exit-after-start", nullptr, "ended with exit code 1"},
                    Reason{"--answer-init-error", nullptr, "initialize: "},
                    Reason{
                        "--protocol", "1999-01-01",
                        "initialize: the server speaks protocol version '1999-01-01'; the workbench speaks 2025-11-25"},
                    Reason{"--silent-initialize", nullptr, "initialize: the server was not ready within 3 s"},
                    Reason{"--endless-pages", nullptr, "tools/list: more than 5 pages (limits.pagesPerList)"}));

TEST_P(FailureReason, IsToldPlainly) {
  std::vector<std::string> arguments{GetParam().argument};
  if (GetParam().value != nullptr) arguments.emplace_back(GetParam().value);
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", arguments, R"("startTimeoutMs":3000)"))),
                         {"-D", "limits.pagesPerList=5"});
  client.initialize();
  EXPECT_THAT(
      first_text(client.open("dev")),
      testing::AllOf(StartsWith("Failed to connect to server 's' in toolbox 'dev': "), HasSubstr(GetParam().text)));
}

TEST(ToolListing, ThatRepeatsACursorEndsThereWithWhatItHas) {
  Ready client(toolbox("dev", fake_server("s", {"--tools", "4", "--pages", "2", "--repeat-cursor"})));
  EXPECT_THAT(tool_names(client.open("dev")), testing::Contains("s/tool_0"));
}

TEST(ToolListing, AnEmptyCursorIsACursor) {
  Ready client(toolbox("dev", fake_server("s", {"--tools", "4", "--pages", "2", "--empty-cursor"})));
  EXPECT_EQ(tool_names(client.open("dev")).size(), 4U);
}

TEST(ToolListing, WithMoreToolsThanTheLimitIsRefused) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--tools", "11"}))),
                         {"-D", "limits.toolsPerServer=10"});
  client.initialize();
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr("more than 10 tools (limits.toolsPerServer)"));
}

TEST(ToolListing, IsRefreshedWhenTheServerSaysThatItHasChanged) {
  Ready client(toolbox("dev", fake_server("s", {"--tool", "echo", "--list-changed-by-call", "echo"})));
  EXPECT_THAT(tool_names(client.open("dev")), ElementsAre("s/echo"));
  client.use("dev", "s", "echo");
  client.process().wait_for_error_text("its tools have changed: 2 now");
  EXPECT_THAT(tool_names(client.open("dev")), ElementsAre("s/echo", "s/added"));
}

TEST(ToolListing, ThatIsBeingRefreshedIsWaitedFor) {
  Ready client(toolbox("dev", fake_server("s", {"--tool", "change", "--tool", "echo", "--list-changed-by-call",
                                                "change", "--list-after-next-call"})));
  client.open("dev");
  client.use("dev", "s", "change");
  const int again = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  client.use("dev", "s", "echo");
  EXPECT_THAT(tool_names(member(client.answer_to(again), "result")), ElementsAre("s/change", "s/echo", "s/added"));
}

TEST(ToolListing, GoesOnWhenTheServerPingsFirst) {
  Ready client(toolbox("dev", fake_server("s", {"--ping-client-first", "--tool", "t"})));
  EXPECT_THAT(tool_names(client.open("dev")), ElementsAre("s/t"));
}

TEST(ToolFilters, ListOnlyWhatTheyAdmit) {
  const std::vector<std::string> tools{"--tool", "read_a", "--tool", "read_b", "--tool", "write_a"};
  Ready client(toolbox("absent", fake_server("s", tools)) + "," +
               toolbox("star", fake_server("s", tools, R"("toolFilters":["*"])")) + "," +
               toolbox("list", fake_server("s", tools, R"("toolFilters":["write_a","read_a"])")) + "," +
               toolbox("wild", fake_server("s", tools, R"("toolFilters":["read_?"])")) + "," +
               toolbox("negated", fake_server("s", tools, R"("toolFilters":["*","!write_*"])")) + "," +
               toolbox("none", fake_server("s", tools, R"("toolFilters":[])")));
  EXPECT_EQ(tool_names(client.open("absent")).size(), 3U);
  EXPECT_EQ(tool_names(client.open("star")).size(), 3U);
  EXPECT_THAT(tool_names(client.open("list")), ElementsAre("s/read_a", "s/write_a"));
  EXPECT_THAT(tool_names(client.open("wild")), ElementsAre("s/read_a", "s/read_b"));
  EXPECT_THAT(tool_names(client.open("negated")), ElementsAre("s/read_a", "s/read_b"));
  EXPECT_THAT(tool_names(client.open("none")), ElementsAre());
}

const std::string kOldSchema =
    R"({"name":"old","inputSchema":{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","x":1.0}})";
const std::string kNoSchema = R"({"name":"broken","inputSchema":{"type":"string"}})";

TEST(ADefinitionThatClientsRefuse, IsMendedAndTold) {
  Ready client(toolbox("dev", fake_server("s", {"--raw-tool", kOldSchema})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_THAT(text, HasSubstr(R"("inputSchema":{"type":"object","x":1.0})"));
  EXPECT_THAT(
      client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"),
      HasSubstr(R"("inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","x":1.0})"));
  EXPECT_THAT(member(text, "_notes"), HasSubstr("server 's': the tool \\\"old\\\": inputSchema.$schema was draft-04"));
}

TEST(ADefinitionThatClientsRefuse, ThatCannotBeMendedIsLeftOutAlone) {
  Ready client(toolbox("dev", fake_server("s", {"--raw-tool", kNoSchema, "--tool", "good"})));
  EXPECT_THAT(tool_names(client.open("dev")), ElementsAre("s/good"));
  EXPECT_THAT(member(first_text(client.open("dev")), "_notes"), HasSubstr("broken"));
  EXPECT_THAT(client.use_text("dev", "s", "broken"), StartsWith("Tool 'broken' not found"));
}

TEST(ADefinitionThatClientsRefuse, WithoutASchemaStaysWithoutOneIfTheSettingsSaySo) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--raw-tool", R"({"name":"bare"})"}))),
                         {"-D", "schemaRepair=false"});
  client.initialize();
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr(R"({"name":"bare","toolbox_name":"dev","source_server":"s"})"));
}

TEST(ADefinitionThatClientsRefuse, PassesAsItCameIfTheSettingsSaySo) {
  WorkbenchClient client(toolboxes_file(toolbox("dev", fake_server("s", {"--raw-tool", kOldSchema}))),
                         {"-D", "schemaRepair=false"});
  client.initialize();
  EXPECT_THAT(client.open("dev"), Not(HasSubstr("_notes")));
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"), HasSubstr("draft-04"));
}

}  // namespace
