// Models read what servers write with hidden characters written out, in every mode; calls pass to the byte.

#include "hidden_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::IsEmpty;

std::string hostile() {
  return "\"" + hostile_json() + "\"";
}

/// A definition whose every text but its name, which is JSON, has hidden characters.
std::string hostile_tool(const std::string& name) {
  return R"({"name":)" + name + R"(,"title":)" + hostile() + R"(,"description":)" + hostile() +
         R"(,"annotations":{"title":)" + hostile() + R"(},"inputSchema":{"type":"object","description":)" + hostile() +
         R"(,"properties":{)" + hostile() + R"(:{"type":"string","description":)" + hostile() + R"(,"enum":[)" +
         hostile() + R"(],"default":)" + hostile() + R"(}}},"outputSchema":{"type":"object","properties":{)" +
         hostile() + R"(:{}}},"_meta":{)" + hostile() + ":" + hostile() + "}}";
}

/// A server with hostile texts in all that it lists; it answers each other request with an error that is hostile, too.
std::string script_of_a_server_with_content() {
  const std::string prompt = R"({"name":)" + hostile() + R"(,"title":)" + hostile() + R"(,"description":)" + hostile() +
                             R"(,"arguments":[{"name":)" + hostile() + R"(,"description":)" + hostile() + "}]}";
  const std::string resource =
      R"({"uri":)" + hostile() + R"(,"name":)" + hostile() + R"(,"description":)" + hostile() + "}";
  const std::string resource_template =
      R"({"uriTemplate":)" + hostile() + R"(,"name":)" + hostile() + R"(,"description":)" + hostile() + "}";
  return R"sh(
    while read -r line; do
      id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
      [ -n "$id" ] || continue
      case $line in
        *'"method":"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"s","version":"1"},"instructions":)sh" +
         hostile() + R"sh(}';;
        *'"method":"tools/list"'*) result='{"tools":[]}';;
        *'"method":"prompts/list"'*) result='{"prompts":[)sh" +
         prompt + R"sh(]}';;
        *'"method":"resources/list"'*) result='{"resources":[)sh" +
         resource + R"sh(]}';;
        *'"method":"resources/templates/list"'*) result='{"resourceTemplates":[)sh" +
         resource_template + R"sh(]}';;
        *) printf '%s\n' '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32000,"message":)sh" +
         hostile() + R"sh(}}'; continue;;
      esac
      printf '%s\n' '{"jsonrpc":"2.0","id":'"$id"',"result":'"$result"'}'
    done
  )sh";
}

/// Clients of a workbench with such servers, in one mode.
class HiddenTextOfServers : public testing::TestWithParam<const char*> {
 protected:
  static std::string members(const std::string& script) {
    return R"("dev":{"description":)" + hostile() + R"(,"instructions":true,"mcpServers":{)" +
           fake_server("texts", {"--raw-tool", hostile_tool(R"("plain")"), "--raw-tool", hostile_tool(hostile()),
                                 "--tool", "jsonrpc_error", "--instructions", hostile_text()}) +
           "," + fake_server("ends", {"--exit-after-start", "--stderr", "Error: " + hostile_text()}) +
           R"(,"content":{"command":"/bin/sh","protocol":"legacy","args":["-c",)" + test_support::quoted(script) +
           "]}}}";
  }

  InitializedClient client_{
      members(script_of_a_server_with_content()),
      {"-D", "metaTools=open_toolbox,close_toolbox,use_tool,describe_tools,list_toolboxes,search_tools"},
      GetParam()};
};

TEST_P(HiddenTextOfServers, IsWrittenOutWhereverAModelReadsIt) {
  std::vector<std::string> answers{
      client_.initialized(),
      client_.call("open_toolbox", R"({"toolbox_name":"dev"})"),
      client_.call("list_toolboxes", "{}"),
      client_.call("describe_tools", R"({"toolbox":"dev"})"),
      client_.call("describe_tools", R"({"toolbox":"dev","format":"signature"})"),
      client_.call("describe_tools", R"({"toolbox":"dev","format":"definition"})"),
      client_.call("search_tools", R"({"query":"plain"})"),
      client_.request("tools/list", "{}"),
      client_.request("prompts/list", "{}"),
      client_.request("resources/list", "{}"),
      client_.request("resources/templates/list", "{}"),
      client_.use("dev", "texts", "nothing"),
      client_.use("dev", "ends", "x"),
      client_.use("dev", "texts", "jsonrpc_error", R"({"code":-32000,"message":)" + hostile() + R"(,"data":null})"),
      client_.request("tools/call", R"({"name":)" + hostile() + "}"),
      client_.call("open_toolbox", R"({"toolbox_name":)" + hostile() + "}"),
      client_.call("use_tool", R"({"tool":)" + hostile() + "}"),
      client_.request(hostile_json(), "{}"),
      client_.request("prompts/get", R"({"name":)" + hostile() + "}"),
      client_.request("resources/read", R"({"uri":"x:nothing"})")};
  for (const std::string& answer : answers) EXPECT_THAT(values_in(answer), IsEmpty()) << answer;
  for (const std::string& message : client_.notifications()) EXPECT_THAT(values_in(message), IsEmpty()) << message;
}

TEST_P(HiddenTextOfServers, IsNotedForTheModel) {
  const std::string opened = client_.call_text("open_toolbox", R"({"toolbox_name":"dev"})");
  EXPECT_THAT(opened, HasSubstr("has characters that cannot be seen, which are written out"));
  EXPECT_THAT(opened, HasSubstr("\\u{1B}"));
}

INSTANTIATE_TEST_SUITE_P(InEveryMode, HiddenTextOfServers, testing::Values("proxy", "dynamic", "flat"),
                         [](const auto& mode) { return std::string(mode.param); });

TEST(HiddenText, OfNamesAndValuesReachesTheServerAsItHasThem) {
  InitializedClient client(
      toolbox("dev", fake_server("s", {"--raw-tool", R"json({"name":"echo","inputSchema":{"type":"object",)json"
                                                     R"json("properties":{"k\u200b":{"enum":["v\u202e"]}}}})json"})));
  client.open("dev");
  EXPECT_EQ(client.use("dev", "s", "echo", R"({"k\\u{200B}":"v\\u{202E}","n":1.0})"),
            "{\"content\":[],\"echo\":{\"k\u200b\":\"v\u202e\",\"n\":1.0}}");
}

TEST(HiddenText, OfArgumentsAndResultsPassesToTheByte) {
  InitializedClient client(toolbox("dev", fake_server("s", {"--tool", "echo"})));
  client.open("dev");
  const std::string arguments = R"({"a":)" + hostile() + "}";
  EXPECT_EQ(client.use("dev", "s", "echo", arguments), R"({"content":[],"echo":)" + arguments + "}");
}

}  // namespace
