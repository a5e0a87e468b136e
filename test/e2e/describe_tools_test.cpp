// describe_tools, which returns what open_toolbox leaves out, and the instructions of servers.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kRead =
    R"({"name":"read","title":"Read","description":"Reads.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":)"
    R"({"path":{"type":"string","maximum":1.0}},"required":["path"]},"outputSchema":{"type":"object"},)"
    R"("annotations":{"readOnlyHint":true},"icons":[{"src":"data:,"}],"_meta":{"k":1e2},"later":null})";

std::string toolboxes() {
  return toolboxes_file(toolbox("dev", fake_server("files", {"--raw-tool", kRead, "--tool", "echo"}) + "," +
                                           fake_server("mail", {"--tool", "send"})) +
                        "," + toolbox("shut", fake_server("s", {"--tool", "t"})));
}

struct Opened : WorkbenchClient {
  explicit Opened(const std::vector<std::string>& options = {}) : WorkbenchClient(toolboxes(), options) {
    initialize();
    open("dev");
  }
  std::string describe(const std::string& arguments) { return call_text("describe_tools", arguments); }
};

const std::string kReadIdentifier = R"({"toolbox":"dev","server":"files","tool":"read"})";

TEST(DescribeTools, ReturnsADefinitionWithEveryFieldToTheByte) {
  Opened client;
  const std::string rest = kRead.substr(std::string_view(R"({"name":"read",)").size());
  EXPECT_EQ(client.describe(R"({"tools":[)" + kReadIdentifier + "]}"),
            "{\"tools\":[\n{\"name\":\"read\",\"toolbox_name\":\"dev\",\"source_server\":\"files\"," + rest + "\n]}");
}

TEST(DescribeTools, ReturnsAllToolsOfAServerOrOfAToolbox) {
  Opened client;
  const auto of_server = elements(member(client.describe(R"({"toolbox":"dev","server":"files"})"), "tools"));
  EXPECT_EQ(of_server.size(), 2U);
  EXPECT_EQ(elements(member(client.describe(R"({"toolbox":"dev"})"), "tools")).size(), 3U);
}

TEST(DescribeTools, ContinuesTheListOfAServerAfterATool) {
  Opened client;
  const auto rest = elements(member(client.describe(R"({"toolbox":"dev","server":"files","after":"echo"})"), "tools"));
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(characters(member(rest[0], "name")), "read");
  EXPECT_EQ(client.describe(R"({"toolbox":"dev","server":"files","after":"read"})"), R"({"tools":[]})");
}

TEST(DescribeTools, RefusesToContinueAfterWhatIsNotInOneList) {
  Opened client;
  EXPECT_THAT(client.describe(R"({"toolbox":"dev","server":"files","after":"send"})"),
              StartsWith("Tool 'send' not found in server 'files' (toolbox 'dev'); its tools are: echo, read"));
  constexpr const char* kNoServer = "Invalid parameters: after: names a tool of a server";
  EXPECT_THAT(client.describe(R"({"toolbox":"dev","after":"read"})"), StartsWith(kNoServer));
  EXPECT_THAT(client.describe(R"({"tools":[)" + kReadIdentifier + R"(],"after":"read"})"), StartsWith(kNoServer));
}

TEST(DescribeTools, ReturnsSignatures) {
  Opened client;
  const std::string text = client.describe(R"({"toolbox":"dev","server":"files","format":"signature"})");
  EXPECT_THAT(text, HasSubstr("path: string"));
  EXPECT_THAT(text, HasSubstr("Reads."));
  EXPECT_THAT(text, HasSubstr("function echo"));
  EXPECT_THAT(text, HasSubstr(R"("toolbox":"dev","server":"files")"));
}

TEST(DescribeTools, AcceptsTheNamesOfTheListingAndPaths) {
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

TEST(DescribeTools, AcceptsItsSchemaAloneWithStrictInput) {
  Opened client({"-D", "strictInput=true"});
  EXPECT_THAT(client.describe(R"({"tools":[)" + kReadIdentifier + "]}"), HasSubstr(R"("name":"read")"));
  EXPECT_THAT(client.describe(R"({"tools":["dev/files/read"]})"), StartsWith("Invalid parameters: tools[0]"));
  EXPECT_THAT(client.describe(R"({"tools":[{"toolbox_name":"dev","source_server":"files","name":"read"}]})"),
              StartsWith("Invalid tool identifier: toolbox cannot be empty"));
}

TEST(DescribeTools, ReturnsTheKnownToolsAndAnErrorForEachOther) {
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

TEST(DescribeTools, CountsTheErrorsAfterTheFirstFive) {
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

TEST(DescribeTools, DescribesARepeatedToolOnce) {
  Opened client;
  std::string tools = kReadIdentifier;
  for (int index = 0; index < 500; ++index) tools.append("," + kReadIdentifier);
  EXPECT_EQ(elements(member(client.describe(R"({"tools":[)" + tools + "]}"), "tools")).size(), 1U);
  for (int index = 0; index < 500; ++index) tools.append("," + kReadIdentifier);
  EXPECT_THAT(client.describe(R"({"tools":[)" + tools + "]}"), StartsWith("Invalid parameters: tools: more than 1000"));
}

TEST(DescribeTools, OfUnknownToolsAloneIsAnError) {
  Opened client;
  const std::string result =
      client.call("describe_tools", R"({"tools":[{"toolbox":"dev","server":"files","tool":"nope"}]})");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), StartsWith("Tool 'nope' not found in server 'files' (toolbox 'dev')"));
}

TEST(DescribeTools, OfAClosedToolboxSaysHowToOpenIt) {
  Opened client;
  EXPECT_EQ(client.describe(R"({"toolbox":"shut","server":"s"})"),
            "Toolbox 'shut' not found among the open ones; open it first with open_toolbox");
  EXPECT_THAT(client.describe(R"({"toolbox":"production"})"), StartsWith("Toolbox 'production' not found"));
}

TEST(DescribeTools, RefusesMalformedInput) {
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

TEST(DescribeTools, OfAModernClientOpensTheToolbox) {
  WorkbenchClient client(toolboxes());
  const std::string result =
      client.request("tools/call", R"({"name":"describe_tools","arguments":{"toolbox":"shut"},"_meta":{)" +
                                       modern_request_metadata() + "}}");
  EXPECT_THAT(first_text(result), HasSubstr(R"({"name":"t","toolbox_name":"shut","source_server":"s")"));
}

struct Instructed : WorkbenchClient {
  Instructed()
      : WorkbenchClient(dev_toolbox(
            fake_server("s", {"--tool", "t", "--instructions", "Ask for a ticket first. Then call t with \"it\"."}) +
            "," + fake_server("u", {"--tool", "t"}))) {
    initialize();
  }
};

TEST(ServerInstructions, AreInTheAnswerOfOpenToolboxByTheirFirstSentence) {
  Instructed client;
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(member(text, "instructions"), R"({"s":"Ask for a ticket first."})");
  EXPECT_LT(text.find("\"instructions\""), text.find("\"tools\""));
}

TEST(ServerInstructions, AreWholeInDescribeTools) {
  Instructed client;
  client.open("dev");
  EXPECT_EQ(member(client.call_text("describe_tools", R"({"toolbox":"dev","server":"s"})"), "instructions"),
            R"({"dev/s":"Ask for a ticket first. Then call t with \"it\"."})");
  EXPECT_THAT(client.call_text("describe_tools", R"({"toolbox":"dev","format":"signature"})"),
              StartsWith("// dev/s: Ask for a ticket first. Then call t with \"it\".\n"));
  EXPECT_EQ(member(client.call_text("describe_tools", R"({"toolbox":"dev","server":"u"})"), "instructions"), "");
}

class DescriptionFormat : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(DescribeTools, DescriptionFormat, testing::Values("json", "signature"));

TEST_P(DescriptionFormat, LeavesRoomForToolsBesideLongInstructionsWhereAHostTruncatesResults) {
  std::vector<std::string> arguments{"--instructions", std::string(20'000, 'i')};
  for (int index = 0; index < 60; ++index) {
    arguments.emplace_back("--tool");
    arguments.push_back("tool_with_a_name_of_some_length_" + std::to_string(index));
  }
  WorkbenchClient client(dev_toolbox(fake_server("s", arguments)));
  client.initialize("2025-11-25", "{}", "@cline/core");
  client.open("dev");
  const std::string text =
      client.call_text("describe_tools", R"({"toolbox":"dev","format":")" + std::string(GetParam()) + R"("})");
  EXPECT_LE(text.size(), 8'000U);
  EXPECT_THAT(text, HasSubstr("tool_with_a_name_of_some_length_0"));
  EXPECT_THAT(text, HasSubstr("iii..."));
}

}  // namespace
