// The meta-tool that gives whole definitions, for what open_toolbox leaves out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "workbench_client.hpp"

namespace {

using test_support::characters;
using test_support::elements;
using test_support::fake_server;
using test_support::first_text;
using test_support::member;
using test_support::toolboxes_file;
using test_support::WorkbenchClient;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kRead =
    R"({"name":"read","title":"Read","description":"Reads.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":)"
    R"({"path":{"type":"string","maximum":1.0}},"required":["path"]},"outputSchema":{"type":"object"},)"
    R"("annotations":{"readOnlyHint":true},"icons":[{"src":"data:,"}],"_meta":{"k":1e2},"later":null})";

std::string toolboxes() {
  return toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" +
                        fake_server("files", {"--raw-tool", kRead, "--tool", "echo"}) + "," +
                        fake_server("mail", {"--tool", "send"}) + R"(}},"shut":{"description":"d","mcpServers":{)" +
                        fake_server("s", {"--tool", "t"}) + "}}");
}

struct Opened : WorkbenchClient {
  explicit Opened(const std::vector<std::string>& options = {}) : WorkbenchClient(toolboxes(), options) {
    initialize();
    open("dev");
  }
  std::string describe(const std::string& arguments) { return call_text("describe_tools", arguments); }
};

const std::string kReadIdentifier = R"({"toolbox":"dev","server":"files","tool":"read"})";

TEST(DescribeTools, GivesADefinitionWithEveryFieldToTheByte) {
  Opened client;
  const std::string rest = kRead.substr(std::string_view(R"({"name":"read",)").size());
  EXPECT_EQ(client.describe(R"({"tools":[)" + kReadIdentifier + "]}"),
            "{\"tools\":[\n{\"name\":\"read\",\"toolbox_name\":\"dev\",\"source_server\":\"files\"," + rest + "\n]}");
}

TEST(DescribeTools, GivesAllToolsOfAServerOrOfAToolbox) {
  Opened client;
  const auto of_server = elements(member(client.describe(R"({"toolbox":"dev","server":"files"})"), "tools"));
  EXPECT_EQ(of_server.size(), 2U);
  EXPECT_EQ(elements(member(client.describe(R"({"toolbox":"dev"})"), "tools")).size(), 3U);
}

TEST(DescribeTools, GivesSignaturesWhichTakeLess) {
  Opened client;
  const std::string text = client.describe(R"({"toolbox":"dev","server":"files","format":"signature"})");
  EXPECT_THAT(text, HasSubstr("path: string"));
  EXPECT_THAT(text, HasSubstr("Reads."));
  EXPECT_THAT(text, HasSubstr("function echo"));
  EXPECT_THAT(text, HasSubstr(R"("toolbox":"dev","server":"files")"));
}

TEST(DescribeTools, UnderstandsTheNamesOfTheListingAndPaths) {
  Opened client;
  const std::string whole = client.describe(R"({"tools":[)" + kReadIdentifier + "]}");
  EXPECT_EQ(client.describe(R"({"tools":[{"toolbox_name":"dev","source_server":"files","name":"read"}]})"), whole);
  EXPECT_EQ(client.describe(R"({"tools":["dev/files/read"]})"), whole);
  EXPECT_EQ(client.describe(R"({"tools":"dev/files/read"})"), whole);
  EXPECT_EQ(client.describe(R"({"tool":"dev/files/read"})"), whole);
  EXPECT_EQ(client.describe(R"({"toolbox":"dev","server":"files","tool":"read"})"), whole);
  EXPECT_EQ(client.describe(R"({"tool":{"toolbox":"dev","server":"files","tool":"read"}})"), whole);
  EXPECT_EQ(client.describe(R"({"toolbox_name":"dev","format":"signature"})"),
            client.describe(R"({"toolbox":"dev","format":"signature"})"));
}

TEST(DescribeTools, UnderstandsNothingButItsSchemaWhereTheInputIsStrict) {
  Opened client({"-D", "strictInput=true"});
  EXPECT_THAT(client.describe(R"({"tools":[)" + kReadIdentifier + "]}"), HasSubstr(R"("name":"read")"));
  EXPECT_THAT(client.describe(R"({"tools":["dev/files/read"]})"), StartsWith("Invalid parameters: tools[0]"));
  EXPECT_THAT(client.describe(R"({"tools":[{"toolbox_name":"dev","source_server":"files","name":"read"}]})"),
              StartsWith("Invalid tool identifier: toolbox cannot be empty"));
}

TEST(DescribeTools, AnswersWhatIsThereAndSaysWhatIsNot) {
  Opened client;
  const std::string text = client.describe(
      R"({"tools":[{"toolbox":"dev","server":"files","tool":"nope"},{"toolbox":"dev","server":"db","tool":"x"},)" +
      kReadIdentifier + "]}");
  EXPECT_EQ(elements(member(text, "tools")).size(), 1U);
  const auto errors = elements(member(text, "_errors"));
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(characters(errors[0]),
            "Tool 'nope' not found in server 'files' (toolbox 'dev'); its tools are: echo, read");
  EXPECT_EQ(characters(errors[1]), "Server 'db' not found in toolbox 'dev'; its servers are: files, mail");
}

TEST(DescribeTools, CountsTheErrorsThatAreTooManyToRead) {
  Opened client;
  std::string tools = kReadIdentifier;
  for (int index = 0; index < 200; ++index) {
    tools.append(R"(,{"toolbox":"dev","server":"files","tool":"nope)" + std::to_string(index) + "\"}");
  }
  const std::string text = client.describe(R"({"tools":[)" + tools + "]}");
  const auto errors = elements(member(text, "_errors"));
  ASSERT_EQ(errors.size(), 6U);
  EXPECT_EQ(characters(errors[5]), "and 195 more");
}

TEST(DescribeTools, DescribesAToolOnceHoweverOftenItIsAskedFor) {
  Opened client;
  std::string tools = kReadIdentifier;
  for (int index = 0; index < 500; ++index) tools.append("," + kReadIdentifier);
  EXPECT_EQ(elements(member(client.describe(R"({"tools":[)" + tools + "]}"), "tools")).size(), 1U);
  for (int index = 0; index < 500; ++index) tools.append("," + kReadIdentifier);
  EXPECT_THAT(client.describe(R"({"tools":[)" + tools + "]}"), StartsWith("Invalid parameters: tools: more than 1000"));
}

TEST(DescribeTools, OfNothingThatIsThereIsAnError) {
  Opened client;
  const std::string result =
      client.call("describe_tools", R"({"tools":[{"toolbox":"dev","server":"files","tool":"nope"}]})");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), StartsWith("Tool 'nope' not found in server 'files' (toolbox 'dev')"));
}

TEST(DescribeTools, OfAToolboxThatIsNotOpenIsNotFoundAndSaysHowToOpenIt) {
  Opened client;
  EXPECT_EQ(client.describe(R"({"toolbox":"shut","server":"s"})"),
            "Toolbox 'shut' not found among the open ones; open it first with open_toolbox");
  EXPECT_THAT(client.describe(R"({"toolbox":"production"})"), StartsWith("Toolbox 'production' not found"));
}

TEST(DescribeTools, RefusesWhatMakesNoSense) {
  Opened client;
  EXPECT_THAT(client.describe("{}"), StartsWith("Invalid parameters: toolbox cannot be empty"));
  EXPECT_THAT(client.describe(R"({"tools":[]})"), StartsWith("Invalid parameters: tools cannot be empty"));
  EXPECT_THAT(
      client.describe(R"({"tools":"read"})"),
      StartsWith("Invalid parameters: tools: Expected array, received string; write {\"tools\":[{\"toolbox\":"));
  EXPECT_THAT(client.describe(R"({"tools":["read"]})"),
              StartsWith("Invalid parameters: tools[0]: Expected object, received string"));
  EXPECT_THAT(client.describe(R"({"tools":[{"toolbox":"dev","tool":"read"}]})"),
              StartsWith("Invalid tool identifier: server cannot be empty"));
  EXPECT_THAT(client.describe(R"({"toolbox":"dev","format":"xml"})"),
              StartsWith("Invalid parameters: format: Expected 'json' or 'signature', received 'xml'"));
  EXPECT_THAT(client.describe(R"({"toolbox":"dev","extra":1})"),
              StartsWith("Invalid parameters: Unrecognized key: 'extra'"));
}

TEST(DescribeTools, OfAClientOfTheModernEraOpensTheToolboxItself) {
  WorkbenchClient client(toolboxes());
  const std::string result =
      client.request("tools/call", R"({"name":"describe_tools","arguments":{"toolbox":"shut"},"_meta":{)"
                                   R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                                   R"("io.modelcontextprotocol/clientCapabilities":{}}})");
  EXPECT_THAT(first_text(result), HasSubstr(R"({"name":"t","toolbox_name":"shut","source_server":"s")"));
}

// --- instructions of servers -----------------------------------------------------------------------------------------

struct Instructed : WorkbenchClient {
  Instructed()
      : WorkbenchClient(toolboxes_file(
            R"("dev":{"description":"d","mcpServers":{)" +
            fake_server("s", {"--tool", "t", "--instructions", "Ask for a ticket first. Then call t with \"it\"."}) +
            "," + fake_server("u", {"--tool", "t"}) + "}}")) {
    initialize();
  }
};

TEST(TheInstructionsOfAServer, StandInTheOpenAnswerInOneSentence) {
  Instructed client;
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "instructions"), R"({"s":"Ask for a ticket first."})");
  EXPECT_LT(text.find("\"instructions\""), text.find("\"tools\""));
}

TEST(TheInstructionsOfAServer, AreDescribedWholeWithItsTools) {
  Instructed client;
  client.open("dev");
  EXPECT_EQ(member(client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"), "instructions"),
            R"({"dev/s":"Ask for a ticket first. Then call t with \"it\"."})");
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"dev","format":"signature"})"),
              StartsWith("// dev/s: Ask for a ticket first. Then call t with \"it\".\n"));
  EXPECT_EQ(member(client.call_text("describe_tools", R"({"toolbox":"dev","server":"u"})"), "instructions"), "");
}

TEST(TheInstructionsOfAServer, LeaveRoomForItsToolsWhereAHostCutsResults) {
  std::vector<std::string> arguments{"--instructions", std::string(20'000, 'i')};
  for (int index = 0; index < 60; ++index) {
    arguments.emplace_back("--tool");
    arguments.push_back("tool_with_a_name_of_some_length_" + std::to_string(index));
  }
  WorkbenchClient client(
      toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s", arguments) + "}}"));
  client.initialize("2025-11-25", "{}", "@cline/core");
  client.open("dev");
  for (const char* format : {"json", "signature"}) {
    const std::string text =
        client.call_text("describe_tools", R"({"toolbox":"dev","format":")" + std::string(format) + R"("})");
    EXPECT_LE(text.size(), 8'000U) << format;
    EXPECT_THAT(text, HasSubstr("tool_with_a_name_of_some_length_0")) << format;
    EXPECT_THAT(text, HasSubstr("iii...")) << format;
  }
}

// --- opening by use --------------------------------------------------------------------------------------------------

TEST(AutoOpen, OfTheWorkbenchLetsUseToolOpenAnyToolbox) {
  WorkbenchClient client(R"({"autoOpen":true,)" + toolboxes().substr(1));
  client.initialize();
  EXPECT_THAT(client.use("dev", "files", "echo", R"({"n":1.0})"), HasSubstr(R"("echo":{"n":1.0})"));
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"shut"})"), HasSubstr(R"("name":"t")"));
}

TEST(AutoOpen, OfAToolboxIsForItAlone) {
  WorkbenchClient client(toolboxes_file(
      R"("dev":{"description":"d","autoOpen":true,"mcpServers":{)" + fake_server("s", {"--tool", "echo"}) +
      R"(}},"prod":{"description":"d","mcpServers":{)" + fake_server("s", {"--tool", "echo"}) + "}}"));
  client.initialize();
  EXPECT_THAT(client.use("dev", "s", "echo"), Not(HasSubstr("isError")));
  EXPECT_THAT(client.use_text("prod", "s", "echo"), StartsWith("Toolbox 'prod' not found among the open ones"));
}

TEST(AutoOpen, OfTheWorkbenchMayBeSwitchedOffForAToolbox) {
  WorkbenchClient client(R"({"autoOpen":true,"toolboxes":{"prod":{"description":"d","autoOpen":false,"mcpServers":{)" +
                         fake_server("s", {"--tool", "echo"}) + "}}}}");
  client.initialize();
  EXPECT_THAT(client.use_text("prod", "s", "echo"), StartsWith("Toolbox 'prod' not found among the open ones"));
}

TEST(AutoOpen, IsWhatAHostThatConnectsAnewForEachCallHasWithoutAsking) {
  WorkbenchClient client(toolboxes());
  client.initialize("2025-11-25", "{}", "inspector-cli");
  EXPECT_THAT(client.use("dev", "files", "echo"), Not(HasSubstr("isError")));
}

TEST(AutoOpen, TellsAHostInDynamicModeOfTheToolsThatItHasNow) {
  WorkbenchClient client(
      R"({"toolMode":"dynamic","autoOpen":true,"toolboxes":{"dev":{"description":"d","mcpServers":{)" +
      fake_server("s", {"--tool", "echo"}) + "}}}}");
  client.initialize();
  EXPECT_THAT(client.request("tools/call", R"({"name":"dev__s__echo"})"), HasSubstr("content"));
  EXPECT_THAT(client.notifications(), testing::ElementsAre(HasSubstr("notifications/tools/list_changed")));
}

TEST(OpeningAToolbox, IsWaitedForByCallsThatAreSentWithItAtOnce) {
  WorkbenchClient client(toolboxes());
  client.initialize();
  const int opening = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  const int using_it = client.send(
      "tools/call",
      R"({"name":"use_tool","arguments":{"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{"n":1}}})");
  const int describing = client.send("tools/call", R"({"name":"describe_tools","arguments":{"toolbox":"dev"}})");
  EXPECT_THAT(client.answer_to(using_it), HasSubstr(R"("echo":{"n":1})"));
  EXPECT_THAT(client.answer_to(describing), HasSubstr("output"));
  EXPECT_THAT(client.answer_to(opening), HasSubstr("servers_connected"));
}

TEST(ClosingAToolbox, WhileItIsOpenedAgainLeavesItClosed) {
  // Fails at its first start, and hangs at the second.
  const char* kFailsThenHangs =
      R"("b":{"protocol":"legacy","command":"/bin/sh","args":["-c","if [ -e \"$0\" ]; then sleep 30; else : > \"$0\"; exit 1; fi",)";
  const test_support::TemporaryFolder folder;
  WorkbenchClient client(
      toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("a", {"--tool", "t"}) + "," +
                     kFailsThenHangs + "\"" + (folder.path() / "marker").string() + "\"]}}}"),
      {"-D", "metaTools=open_toolbox,close_toolbox,list_toolboxes"});
  client.initialize();
  EXPECT_THAT(first_text(client.open("dev")), HasSubstr("_errors"));
  const int again = client.send("tools/call", R"({"name":"open_toolbox","arguments":{"toolbox_name":"dev"}})");
  EXPECT_THAT(client.call_text("close_toolbox", R"({"toolbox_name":"dev"})"), HasSubstr(R"("closed":true)"));
  static_cast<void>(client.answer_to(again));
  EXPECT_THAT(client.call_text("list_toolboxes", "{}"), HasSubstr(R"("open":false)"));
}

// --- errors ----------------------------------------------------------------------------------------------------------

TEST(AnErrorForAModel, IsShortAndWholeInTheLog) {
  std::vector<std::string> tools;
  for (int index = 0; index < 300; ++index) {
    tools.emplace_back("--tool");
    tools.push_back("a_tool_with_a_rather_long_name_" + std::to_string(index));
  }
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s", tools) + "}}"));
  client.initialize();
  client.open("dev");
  const std::string text = client.use_text("dev", "s", "a_tool_with_a_rather_long_name_x");
  EXPECT_THAT(text, StartsWith("Tool 'a_tool_with_a_rather_long_name_x' not found in server 's' (toolbox 'dev')"));
  EXPECT_LE(text.size(), 600U);

  const std::string name(5000, 'n');
  EXPECT_LE(client.use_text("dev", "s", name).size(), 600U);
  client.process().wait_for_error_text("answered with the beginning of this error: Tool 'nnn");
}

TEST(AnErrorForAModel, SaysWhatToDoHoweverLongWhatTheClientSentIs) {
  WorkbenchClient client(toolboxes());
  client.initialize();
  const std::string text = client.call_text(
      "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"},")" + std::string(5000, 'k') + R"(":1})");
  EXPECT_LE(text.size(), 600U);
  EXPECT_THAT(text,
              HasSubstr(R"(; write {"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{...}})"));
}

TEST(AnErrorForAModel, OfManyServersKeepsALineForEach) {
  std::string servers;
  for (int index = 0; index < 12; ++index) {
    servers.append(index == 0 ? "" : ",").append("\"s" + std::to_string(index) + R"(":{"command":"/no/such/program"})");
  }
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + servers + "}}"));
  client.initialize();
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_THAT(text, HasSubstr("\nFailed to connect to server 's11' in toolbox 'dev': cannot start"));
}

TEST(AServersOwnError, IsNotShortened) {
  WorkbenchClient client(toolboxes_file(R"("dev":{"description":"d","mcpServers":{)" + fake_server("s") + "}}"));
  client.initialize();
  client.open("dev");
  const std::string message(2000, 'm');
  EXPECT_EQ(client.use_text("dev", "s", "jsonrpc_error", R"({"message":")" + message + R"("})"),
            "[dev/s/jsonrpc_error] Error: " + message);
}

}  // namespace
