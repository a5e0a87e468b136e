// The contract of use_tool: every text that a client sees, in the order in which the input is checked; and the length
// of errors.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::StartsWith;

struct Wrong {
  const char* what;
  const char* arguments;
  const char* text;

  friend void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.what; }
};

class WrongInput : public testing::TestWithParam<Wrong> {};
INSTANTIATE_TEST_SUITE_P(
    UseTool, WrongInput,
    testing::Values(
        Wrong{"without a tool", R"({})", "Invalid parameters: tool: Expected object, received undefined"},
        Wrong{"a tool that is a text", R"({"tool":"x"})", "Invalid parameters: tool: Expected object, received string"},
        Wrong{"a tool that is null", R"({"tool":null})", "Invalid parameters: tool: Expected object, received null"},
        Wrong{"an empty tool", R"({"tool":{}})", "Invalid tool identifier: toolbox cannot be empty"},
        Wrong{"an empty toolbox", R"({"tool":{"toolbox":"","server":"s","tool":"t"}})",
              "Invalid tool identifier: toolbox cannot be empty"},
        Wrong{"an empty server", R"({"tool":{"toolbox":"dev","server":"","tool":"t"}})",
              "Invalid tool identifier: server cannot be empty"},
        Wrong{"no server", R"({"tool":{"toolbox":"dev","tool":"t"}})",
              "Invalid tool identifier: server cannot be empty"},
        Wrong{"an empty tool name", R"({"tool":{"toolbox":"dev","server":"s","tool":""}})",
              "Invalid tool identifier: tool cannot be empty"},
        Wrong{"a server that is a number", R"({"tool":{"toolbox":"dev","server":5,"tool":"t"}})",
              "Invalid parameters: tool.server: Expected string, received number"},
        Wrong{"a toolbox that is an array", R"({"tool":{"toolbox":["dev"],"server":"s","tool":"t"}})",
              "Invalid parameters: tool.toolbox: Expected string, received array"},
        Wrong{"a tool name that is a flag", R"({"tool":{"toolbox":"dev","server":"s","tool":true}})",
              "Invalid parameters: tool.tool: Expected string, received boolean"},
        Wrong{"an unknown key of the tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"t","extra":1}})",
              "Invalid parameters: Unrecognized key: 'extra'"},
        Wrong{"an unknown key", R"({"tool":{"toolbox":"dev","server":"s","tool":"t"},"extra_field":1})",
              "Invalid parameters: Unrecognized key: 'extra_field'"},
        Wrong{"arguments that are an array", R"({"tool":{"toolbox":"dev","server":"s","tool":"t"},"arguments":[1]})",
              "Invalid parameters: arguments: Expected object, received array"},
        Wrong{"a name twice", R"({"tool":{"toolbox":"dev","server":"s","tool":"t","tool":"u"}})",
              "Invalid parameters: Duplicate key: 'tool'"},
        Wrong{"a tool twice",
              R"({"tool":{"toolbox":"a","server":"s","tool":"t"},"tool":{"toolbox":"b","server":"s","tool":"t"}})",
              "Invalid parameters: Duplicate key: 'tool'"}));

TEST_P(WrongInput, IsRefusedWithTheContractsTextAndTheRightShape) {
  WorkbenchClient client(dev_toolbox(""));
  client.initialize();
  const std::string result = client.call("use_tool", GetParam().arguments);
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), StartsWith(std::string(GetParam().text) + R"(; write {"tool":{"toolbox":")"));
}

TEST_P(WrongInput, IsRefusedWithTheContractsTextAloneWithStrictInput) {
  WorkbenchClient client(dev_toolbox(""), {"-D", "strictInput=true"});
  client.initialize();
  const std::string result = client.call("use_tool", GetParam().arguments);
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_EQ(first_text(result), GetParam().text);
}

class UseTool : public testing::Test {
 protected:
  UseTool()
      : client_(toolboxes_file(
            toolbox("dev", fake_server("filesystem",
                                       {"--tool", "echo", "--tool", "delete_all", "--tool", "a__b-c.d", "--tool",
                                        "filesystem", "--tool", "last_call_params", "--tool", "jsonrpc_error"},
                                       R"("toolFilters":["*","!delete_all"])")) +
            "," + toolbox("shut", ""))) {
    client_.initialize();
    client_.open("dev");
  }

  WorkbenchClient client_;
};

TEST_F(UseTool, OfAnUnknownToolboxIsNotFound) {
  EXPECT_THAT(client_.use_text("production", "s", "t"), StartsWith("Toolbox 'production' not found"));
}

TEST_F(UseTool, OfAClosedToolboxSaysHowToOpenIt) {
  EXPECT_EQ(client_.use_text("shut", "s", "t"),
            "Toolbox 'shut' not found among the open ones; open it first with open_toolbox");
}

TEST_F(UseTool, OfAnUnknownServerIsNotFound) {
  EXPECT_EQ(client_.use_text("dev", "database", "t"),
            "Server 'database' not found in toolbox 'dev'; its servers are: filesystem");
}

TEST_F(UseTool, OfAnUnknownToolIsNotFound) {
  EXPECT_THAT(client_.use_text("dev", "filesystem", "nope"),
              StartsWith("Tool 'nope' not found in server 'filesystem' (toolbox 'dev')"));
}

TEST_F(UseTool, OfAFilteredToolIsNotFound) {
  EXPECT_THAT(client_.use_text("dev", "filesystem", "delete_all"),
              StartsWith("Tool 'delete_all' not found in server 'filesystem' (toolbox 'dev')"));
}

TEST(UseToolOfANewTool, WaitsForTheListThatHasIt) {
  WorkbenchClient client(dev_toolbox(fake_server(
      "s", {"--tool", "change", "--tool", "echo", "--list-changed-by-call", "change", "--list-after-next-call"})));
  client.initialize();
  client.open("dev");
  client.use("dev", "s", "change");
  const int added = client.send("tools/call", use_tool_params("dev", "s", "added"));
  client.use("dev", "s", "echo");
  EXPECT_EQ(first_text(member(client.answer_to(added), "result")), "added");
}

TEST_F(UseTool, ComparesNamesByCase) {
  EXPECT_THAT(client_.use_text("dev", "filesystem", "ECHO"), StartsWith("Tool 'ECHO' not found"));
  EXPECT_THAT(client_.use_text("dev", "Filesystem", "echo"), StartsWith("Server 'Filesystem' not found"));
  EXPECT_THAT(client_.use_text("Dev", "filesystem", "echo"), StartsWith("Toolbox 'Dev' not found"));
}

TEST_F(UseTool, ReachesAToolWithAnUnusualName) {
  client_.use("dev", "filesystem", "a__b-c.d", R"({"x":1})");
  EXPECT_THAT(member(client_.use("dev", "filesystem", "last_call_params"), "params"),
              StartsWith(R"({"name":"a__b-c.d","arguments":{"x":1},)"));
}

TEST_F(UseTool, ReachesAToolNamedLikeItsServer) {
  EXPECT_EQ(member(client_.use("dev", "filesystem", "filesystem"), "isError"), "");
}

TEST_F(UseTool, WithoutArgumentsSendsAnEmptyObject) {
  client_.call("use_tool", R"({"tool":{"toolbox":"dev","server":"filesystem","tool":"echo"}})");
  EXPECT_THAT(member(client_.use("dev", "filesystem", "last_call_params"), "params"),
              StartsWith(R"({"name":"echo","arguments":{},)"));
}

TEST_F(UseTool, ReturnsAServersJsonRpcErrorAsAToolResult) {
  const std::string result =
      client_.use("dev", "filesystem", "jsonrpc_error", R"({"code":-32602,"message":"no such path"})");
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_EQ(first_text(result), "[dev/filesystem/jsonrpc_error] Error: no such path");
}

TEST(ErrorText, IsTruncatedForTheModelAndWholeInTheLog) {
  std::vector<std::string> tools;
  for (int index = 0; index < 300; ++index) {
    tools.emplace_back("--tool");
    tools.push_back("a_tool_with_a_rather_long_name_" + std::to_string(index));
  }
  WorkbenchClient client(dev_toolbox(fake_server("s", tools)));
  client.initialize();
  client.open("dev");
  const std::string text = client.use_text("dev", "s", "a_tool_with_a_rather_long_name_x");
  EXPECT_THAT(text, StartsWith("Tool 'a_tool_with_a_rather_long_name_x' not found in server 's' (toolbox 'dev')"));
  EXPECT_LE(text.size(), 600U);

  const std::string name(1000, 'n');
  EXPECT_LE(client.use_text("dev", "s", name).size(), 600U);
  client.process().wait_for_error_text("answered with the beginning of this error: Tool 'nnn");
}

TEST(ErrorText, EndsWithTheRemedyHoweverLongTheInputIs) {
  WorkbenchClient client(dev_toolbox(fake_server("files")));
  client.initialize();
  const std::string text = client.call_text(
      "use_tool", R"({"tool":{"toolbox":"dev","server":"files","tool":"echo"},")" + std::string(5000, 'k') + R"(":1})");
  EXPECT_LE(text.size(), 600U);
  EXPECT_THAT(text,
              HasSubstr(R"(; write {"tool":{"toolbox":"dev","server":"files","tool":"echo"},"arguments":{...}})"));
}

TEST(ErrorText, OfManyServersHasALineForEach) {
  std::string servers;
  for (int index = 0; index < 12; ++index) {
    servers.append(index == 0 ? "" : ",").append("\"s" + std::to_string(index) + R"(":{"command":"/no/such/program"})");
  }
  WorkbenchClient client(dev_toolbox(servers));
  client.initialize();
  const std::string text = first_text(client.open("dev"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_THAT(text, HasSubstr("\nFailed to connect to server 's11' in toolbox 'dev': cannot start"));
}

TEST(ErrorText, OfAServerIsNotTruncated) {
  WorkbenchClient client(dev_toolbox(fake_server("s")));
  client.initialize();
  client.open("dev");
  const std::string message(2000, 'm');
  EXPECT_EQ(client.use_text("dev", "s", "jsonrpc_error", R"({"message":")" + message + R"("})"),
            "[dev/s/jsonrpc_error] Error: " + message);
}

}  // namespace
