// The contract of open_toolbox: every text, field and order that a client sees.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kOpenDev = R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})";

class InputWithoutAName : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(OpenToolboxInput, InputWithoutAName,
                         testing::Values(R"({"name":"open_toolbox","arguments":{"toolbox_name":""}})",
                                         R"({"name":"open_toolbox","arguments":{"toolbox_name":"  \t"}})",
                                         R"({"name":"open_toolbox","arguments":{}})", R"({"name":"open_toolbox"})"));

TEST_P(InputWithoutAName, IsRefused) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_EQ(
      client.request("tools/call", GetParam()),
      R"({"content":[{"type":"text","text":"Invalid parameters: toolbox_name cannot be empty"}],"isError":true})");
}

TEST(OpenToolboxInput, WithAnUnknownKeyIsRefused) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":"dev","extra_field":1})"),
            "Invalid parameters: Unrecognized key: 'extra_field'");
}

TEST(OpenToolboxInput, ThatIsNotAStringIsRefused) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":7})"),
            "Invalid parameters: toolbox_name: Expected string, received number");
}

TEST(OpenToolboxInput, WithADuplicateKeyIsRefused) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_EQ(client.call_text("open_toolbox", R"({"toolbox_name":"dev","toolbox_n\u0061me":"prod"})"),
            "Invalid parameters: Duplicate key: 'toolbox_name'");
}

TEST(OpenToolbox, OfAnUnknownToolboxIsNotFound) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"production"})"),
              StartsWith("Toolbox 'production' not found in configuration"));
}

TEST(OpenToolbox, WithoutServersReturnsNoTools) {
  InitializedClient client(toolbox("dev", ""));
  EXPECT_EQ(first_text(client.open("dev")),
            R"({"toolbox":"dev","description":"d","servers_connected":0,"tokens":20,"tools":[]})");
}

TEST(OpenToolbox, SaysHowManyTokensItsAnswerTakes) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tools", "20"})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_NEAR(std::stod(member(text, "tokens")), static_cast<double>(text.size()) / 4, 2);
}

TEST(OpenToolbox, RepeatsAnUnchangedAnswerInALineIfThatIsConfigured) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tool", "echo", "--list-changed-by-call", "echo"})) +
                               "," + toolbox("other", ""),
                           {"-D", "metaTool.open_toolbox.repeatOpen=short"});
  EXPECT_EQ(tools_in(client.open("dev")).size(), 1U);
  EXPECT_EQ(first_text(client.open("other")).find("unchanged"), std::string::npos);
  EXPECT_THAT(first_text(client.open("dev")), StartsWith(R"({"toolbox":"dev","unchanged":true,)"));
  client.use("dev", "s", "echo");
  client.process().wait_for_error_text("its tools have changed: 2 now");
  EXPECT_EQ(tools_in(client.open("dev")).size(), 2U);
  EXPECT_THAT(first_text(client.open("dev")), StartsWith(R"({"toolbox":"dev","unchanged":true,)"));
}

TEST(OpenToolbox, ListsToolsInTheOrderOfServersAndOfTheirLists) {
  InitializedClient client(toolbox("dev", fake_server("zeta", {"--tool", "b", "--tool", "a"}) + "," +
                                              fake_server("alpha", {"--tools", "3", "--pages", "3"})));
  EXPECT_THAT(tools_in(client.open("dev")),
              ElementsAre("zeta/b", "zeta/a", "alpha/tool_0", "alpha/tool_1", "alpha/tool_2"));
}

TEST(OpenToolbox, ReturnsTheFiveFieldsOfEachToolOnALine) {
  InitializedClient client(toolbox(
      "dev",
      fake_server(
          "s",
          {"--raw-tool",
           R"({"description":"D\u00e9j\u00e0","name":"t","title":"T","inputSchema":{"type":"object","maximum":1.0,)"
           R"("properties":{},"x":1e2},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true},"_meta":{"k":1}})",
           "--raw-tool", R"({"name":"u","inputSchema":{"type":"object"}})"})));
  EXPECT_THAT(
      first_text(client.open("dev")),
      testing::EndsWith("\"tools\":[\n"
                        R"({"name":"t","toolbox_name":"dev","source_server":"s","description":"D\u00e9j\u00e0",)"
                        R"("inputSchema":{"type":"object","maximum":1.0,"properties":{},"x":1e2}})"
                        ",\n"
                        R"({"name":"u","toolbox_name":"dev","source_server":"s","inputSchema":{"type":"object"}})"
                        "\n]}"));
}

TEST(OpenToolbox, LeavesOutRedundantTextAndNoConstraint) {
  InitializedClient client(toolbox(
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

TEST(OpenToolbox, ReturnsNoStructuredContentThatHostsWouldShowAsWell) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tool", "t"})));
  EXPECT_EQ(member(client.open("dev"), "structuredContent"), "");
}

TEST(OpenToolbox, PutsErrorsBeforeTools) {
  InitializedClient client(
      toolbox("dev", R"("database":{"command":"/no/such/program"},)" + fake_server("fs", {"--tool", "t"})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_LT(text.find("\"_errors\""), text.find("\"tools\""));
}

TEST(OpenToolbox, AgainReturnsTheSameFromTheSameProcesses) {
  InitializedClient client(toolbox("dev", fake_server("s")));
  const std::string first = client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  EXPECT_EQ(client.open("dev"), first);
  EXPECT_EQ(client.use_text("dev", "s", "pid"), pid);
}

TEST(OpenToolbox, TwiceAtOnceStartsEachServerOnce) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--stderr", "STARTED"})));
  const int first = client.send("tools/call", kOpenDev);
  const int second = client.send("tools/call", kOpenDev);
  EXPECT_EQ(member(client.answer_to(first), "result"), member(client.answer_to(second), "result"));

  client.process().close_input();
  client.process().wait();
  const std::string& log = client.process().errors();
  EXPECT_EQ(log.find("STARTED"), log.rfind("STARTED")) << log;
}

TEST(OpenToolbox, StartsServersOfTheSameNameOnceForEachToolbox) {
  InitializedClient client(toolbox("dev", fake_server("s")) + "," + toolbox("prod", fake_server("s")));
  client.open("dev");
  client.open("prod");
  EXPECT_NE(client.use_text("dev", "s", "pid"), client.use_text("prod", "s", "pid"));
}

TEST(OpenToolbox, ConnectsToItsServersConcurrently) {
  // Each of two servers fails after 1.5 s of silence; one after the other would take twice that.
  InitializedClient client(toolbox("dev", fake_server("a", {"--silent-initialize"}, R"("startTimeoutMs":1500)") + "," +
                                              fake_server("b", {"--silent-initialize"}, R"("startTimeoutMs":1500)")));
  const auto started = std::chrono::steady_clock::now();
  client.open("dev");
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::milliseconds(2900));
}

TEST(OpenToolboxFailure, OfSomeServersIsInErrorsBesideTheOtherTools) {
  InitializedClient client(
      toolbox("dev", R"("database":{"command":"/no/such/program"},)" + fake_server("fs", {"--tool", "t"})));
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "servers_connected"), "1");
  EXPECT_EQ(elements(member(text, "tools")).size(), 1U);
  const auto errors = elements(member(text, "_errors"));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_THAT(characters(errors[0]), StartsWith("Failed to connect to server 'database' in toolbox 'dev': cannot start "
                                                "'/no/such/program': No such file or directory"));
}

TEST(OpenToolboxFailure, OfAllServersIsAnErrorWithALineForEach) {
  InitializedClient client(toolbox("dev", R"("a":{"command":"/no/such/a"},"b":{"command":"/no/such/b"})"));
  const std::string result = client.open("dev");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), testing::MatchesRegex("Failed to connect to server 'a' in toolbox 'dev': [^\n]+\n"
                                                        "Failed to connect to server 'b' in toolbox 'dev': [^\n]+"));
  EXPECT_THAT(client.use_text("dev", "a", "t"), StartsWith("Toolbox 'dev' not found"));
}

TEST(OpenToolboxFailure, IsRetriedByTheNextOpenWithoutRestartingTheOthers) {
  const TemporaryFolder folder;
  const auto late = folder.path() / "late";
  InitializedClient client(
      toolbox("dev", R"("late":{"command":)" + test_support::quoted(late.string()) + "}," + fake_server("s")));
  EXPECT_EQ(member(first_text(client.open("dev")), "servers_connected"), "1");
  const std::string pid = client.use_text("dev", "s", "pid");

  std::filesystem::create_symlink(FAKE_SERVER, late);
  const std::string text = first_text(client.open("dev"));
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
                    Reason{"--silent-initialize", nullptr, "initialize: the server was not ready within 3 s"}));

TEST_P(FailureReason, IsReported) {
  std::vector<std::string> arguments{GetParam().argument};
  if (GetParam().value != nullptr) arguments.emplace_back(GetParam().value);
  InitializedClient client(toolbox("dev", fake_server("s", arguments, R"("startTimeoutMs":3000)")));
  EXPECT_THAT(
      first_text(client.open("dev")),
      testing::AllOf(StartsWith("Failed to connect to server 's' in toolbox 'dev': "), HasSubstr(GetParam().text)));
}

}  // namespace
