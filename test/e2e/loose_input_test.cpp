// Inputs in shapes that models send although the schema has another: one with a single meaning is accepted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::StartsWith;

struct Input {
  const char* what;
  const char* arguments;

  friend void PrintTo(const Input& input, std::ostream* out) { *out << input.what; }
};

struct Opened : WorkbenchClient {
  explicit Opened(const std::vector<std::string>& options = {})
      : WorkbenchClient(dev_toolbox(fake_server("s", {"--tool", "echo", "--tool", "a/b"})), options) {
    initialize();
    open("dev");
  }
};

class LooseInput : public testing::TestWithParam<Input> {};
INSTANTIATE_TEST_SUITE_P(
    UseTool, LooseInput,
    testing::Values(
        Input{"arguments as a text",
              R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":"{\"n\":1.0}"})"},
        Input{"the parts laid flat", R"({"toolbox":"dev","server":"s","tool":"echo","arguments":{"n":1.0}})"},
        Input{"the names of the listing",
              R"({"tool":{"toolbox_name":"dev","source_server":"s","name":"echo"},"arguments":{"n":1.0}})"},
        Input{"the names of the listing laid flat",
              R"({"toolbox_name":"dev","source_server":"s","name":"echo","arguments":{"n":1.0}})"},
        Input{"both kinds of names",
              R"({"tool":{"toolbox_name":"dev","server":"s","tool":"echo"},"arguments":{"n":1.0}})"},
        Input{"a path", R"({"tool":"dev/s/echo","arguments":{"n":1.0}})"},
        Input{"a path under the listing's name", R"({"name":"dev/s/echo","arguments":{"n":1.0}})"},
        Input{"the identifier as a text",
              R"({"tool":"{\"toolbox\":\"dev\",\"server\":\"s\",\"tool\":\"echo\"}","arguments":{"n":1.0}})"}));

TEST_P(LooseInput, IsAcceptedWithItsArgumentsToTheByte) {
  Opened client;
  EXPECT_EQ(client.call("use_tool", GetParam().arguments), client.use("dev", "s", "echo", R"({"n":1.0})"));
}

TEST_P(LooseInput, IsRefusedWithStrictInput) {
  Opened client({"-D", "strictInput=true"});
  const std::string result = client.call("use_tool", GetParam().arguments);
  EXPECT_EQ(member(result, "isError"), "true");
  EXPECT_THAT(first_text(result), StartsWith("Invalid "));
}

TEST(LooseInputs, NullOrBlankArgumentsAreNone) {
  Opened client;
  const std::string none = client.use("dev", "s", "echo", "{}");
  EXPECT_EQ(client.call("use_tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":null})"), none);
  EXPECT_EQ(client.call("use_tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":""})"), none);
}

TEST(LooseInputs, AnEmptyArrayForArgumentsIsAnEmptyObject) {
  Opened client;
  const std::string none = client.use("dev", "s", "echo", "{}");
  for (const char* arguments : {"[]", "[ ]", R"("[]")", R"(" [\n] ")"}) {
    EXPECT_EQ(client.call("use_tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":)" +
                                          std::string(arguments) + "}"),
              none)
        << arguments;
  }
  for (const char* arguments : {"[1]", "[{}]", R"("[1]")", R"("[] []")"}) {
    EXPECT_THAT(client.call_text("use_tool", R"({"tool":"dev/s/echo","arguments":)" + std::string(arguments) + "}"),
                StartsWith("Invalid parameters: arguments: Expected object, received "))
        << arguments;
  }
  Opened strict({"-D", "strictInput=true"});
  EXPECT_THAT(strict.call_text("use_tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":[]})"),
              StartsWith("Invalid "));
}

TEST(LooseInputs, ArgumentsInAStringMayHaveLineBreaks) {
  Opened client;
  EXPECT_EQ(client.call("use_tool", R"({"tool":"dev/s/echo","arguments":"{\n  \"n\": 1.0\r\n}"})"),
            client.use("dev", "s", "echo", R"({   "n": 1.0  })"));
}

TEST(LooseInputs, ArgumentsInAStringCannotInjectAMessage) {
  WorkbenchClient client(dev_toolbox(fake_server("s", {}, R"("toolFilters":["echo","pid"])")));
  client.initialize();
  client.open("dev");
  const std::string pid = client.use_text("dev", "s", "pid");
  const std::string injected =
      R"({\"jsonrpc\":\"2.0\",\"id\":999,\"method\":\"tools/call\",\"params\":{\"name\":\"answer_then_exit\",)"
      R"(\"arguments\":{\"code\":7}}})";
  client.call("use_tool", R"({"tool":"dev/s/echo","arguments":"{\"x\":\n)" + injected + R"(\n}"})");
  EXPECT_EQ(client.use_text("dev", "s", "pid"), pid) << "the filtered tool did not run";
}

TEST(LooseInputs, APathMayHaveSlashesInTheToolsName) {
  Opened client;
  EXPECT_EQ(client.call("use_tool", R"({"tool":"dev/s/a/b"})"), client.use("dev", "s", "a/b"));
}

TEST(LooseInputs, APathMayHaveSlashesInTheServersName) {
  WorkbenchClient client(toolboxes_file(toolbox("main", fake_server("github.com/x/y", {"--tool", "echo"}) + "," +
                                                            fake_server("@scope/name", {"--tool", "a/b"}))));
  client.initialize();
  client.open("main");
  EXPECT_EQ(client.call("use_tool", R"({"tool":"main/github.com/x/y/echo","arguments":{"n":1}})"),
            client.use("main", "github.com/x/y", "echo", R"({"n":1})"));
  EXPECT_EQ(client.call("use_tool", R"({"tool":"main/@scope/name/a/b"})"), client.use("main", "@scope/name", "a/b"));
}

TEST(LooseInputs, AreLoggedForDebugging) {
  Opened client({"-D", "log.level=debug"});
  client.call("use_tool", R"({"tool":"dev/s/echo"})");
  client.process().wait_for_error_text("understood an input that is not of the right shape");
}

TEST(LooseInputs, ThatContradictThemselvesAreRefused) {
  Opened client;
  EXPECT_THAT(client.call_text("use_tool", R"({"tool":{"toolbox":"dev","server":"s","tool":"echo"},"name":"pid"})"),
              StartsWith("Invalid parameters: Unrecognized key: 'name'"));
  EXPECT_THAT(client.call_text("use_tool", R"({"tool":"nowhere/s/echo"})"),
              StartsWith("Invalid parameters: tool: Expected object, received string"));
  EXPECT_THAT(client.call_text("use_tool", R"({"tool":"echo"})"),
              StartsWith("Invalid parameters: tool: Expected object, received string"));
}

TEST(LooseInputs, APathThatFitsTwoToolboxesIsRefused) {
  WorkbenchClient client(toolboxes_file(R"("a":{"description":"d","mcpServers":{"b/s":{"command":"x"}}},)"
                                        R"("a/b":{"description":"d","mcpServers":{"s":{"command":"x"}}})"));
  client.initialize();
  EXPECT_THAT(client.call_text("use_tool", R"({"tool":"a/b/s/t"})"), StartsWith("Invalid parameters: tool: Expected"));
}

TEST(RefusedInput, IsAnsweredWithTheRightShapeAndTheValuesOfTheCall) {
  Opened client;
  EXPECT_EQ(client.call_text("use_tool", R"({"tool":{"toolbox":"dev","name":"echo"},"arguments":"{\"n\":1.0}"})"),
            "Invalid tool identifier: server cannot be empty; write "
            R"({"tool":{"toolbox":"dev","server":"SERVER","tool":"echo"},"arguments":{"n":1.0}})");
  EXPECT_EQ(client.call_text("use_tool", R"({"tool":{"toolbox":"dev","server":5,"tool":"echo"}})"),
            "Invalid parameters: tool.server: Expected string, received number; write "
            R"({"tool":{"toolbox":"dev","server":"SERVER","tool":"echo"},"arguments":{...}})");
}

TEST(RefusedInput, NamesWhatIsWrongBesideAnAcceptedTool) {
  Opened client;
  const std::string shape = R"(; write {"tool":{"toolbox":"dev","server":"s","tool":"echo"},"arguments":{...}})";
  EXPECT_EQ(client.call_text("use_tool", R"({"tool":"dev/s/echo","arguments":"{bad"})"),
            "Invalid parameters: arguments: Expected object, received string" + shape);
  EXPECT_EQ(client.call_text("use_tool", R"({"tool":"dev/s/echo","path":"/tmp"})"),
            "Invalid parameters: Unrecognized key: 'path'" + shape);
}

TEST(LooseInputs, APathOfAnUnknownServerIsRefused) {
  Opened client;
  EXPECT_THAT(client.call_text("use_tool", R"({"tool":"dev/other/echo"})"),
              StartsWith("Invalid parameters: tool: Expected object, received string"));
}

TEST(LooseInputs, OtherNamesForAToolboxAreAccepted) {
  Opened client;
  const std::string opened = client.open("dev");
  EXPECT_EQ(client.call("open_toolbox", R"({"toolbox":"dev"})"), opened);
  EXPECT_EQ(client.call("open_toolbox", R"({"name":"dev"})"), opened);
  Opened strict({"-D", "strictInput=true"});
  EXPECT_EQ(strict.call_text("open_toolbox", R"({"toolbox":"dev"})"),
            "Invalid parameters: toolbox_name cannot be empty");
}

}  // namespace
