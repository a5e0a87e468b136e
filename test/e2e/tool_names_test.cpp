// Tools that the configuration shows under other names, with other texts and arguments (`tools` of a server's entry).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::vector<std::string> kArguments{
    "--raw-tool",
    R"({"name":"echo","description":"D","inputSchema":{"type":"object","properties":{"text":{"type":"string"},)"
    R"("n":{"type":"number"},"root":{"type":"object"}},"required":["text","n","root"]}})"};

const std::string kTools = R"("tools": {"echo": {
  "name": "say",
  "title": "Say something",
  "description": "Says a text.",
  "arguments": {"n": {"default": 1.50}, "root": {"default": {"path": ["${ROOT}", "\u0061"]}, "hide": true}}}})";

const std::map<std::string, std::string> kVariables{{"ROOT", "/srv"}};

/// What clients are shown of it.
const std::string kShown =
    R"({"name":"say","title":"Say something","description":"Says a text.","inputSchema":{"type":"object","properties":)"
    R"({"text":{"type":"string"},"n":{"type":"number","default":1.50}},"required":["text"]}})";

std::string file(std::string_view mode, std::string_view tools = kTools) {
  return toolboxes_file(toolbox("dev", fake_server("s", kArguments, tools)), mode);
}

TEST(ToolNames, OfProxyModeAreThoseOfTheConfiguration) {
  WorkbenchClient client(file("proxy"), {}, kVariables);
  client.initialize();
  const std::string opened = first_text(client.open("dev"));
  EXPECT_THAT(opened, AllOf(HasSubstr(R"("name":"say")"), HasSubstr("Says a text."), Not(HasSubstr("root")),
                            Not(HasSubstr("echo"))));
  EXPECT_EQ(member(client.use("dev", "s", "say", R"({"text":"\u0078","root":{"path":"/"}})"), "echo"),
            R"({"text":"\u0078","n":1.50,"root":{"path":["/srv","\u0061"]}})");
  EXPECT_THAT(client.use_text("dev", "s", "echo"), StartsWith("Tool 'echo' not found in server 's' (toolbox 'dev')"));
}

TEST(ToolNames, OfFlatModeAreThoseOfTheConfiguration) {
  WorkbenchClient client(file("flat"), {}, kVariables);
  client.initialize();
  EXPECT_EQ(client.request("tools/list", "{}"), "{\"tools\":[" + kShown + "]}");
  EXPECT_EQ(member(client.request("tools/call", R"({"name":"say","arguments":{"n":2,"text":"x"}})"), "echo"),
            R"({"n":2,"text":"x","root":{"path":["/srv","\u0061"]}})");
  EXPECT_THAT(client.request("tools/call", R"({"name":"echo"})"), HasSubstr("Unknown tool: echo"));
}

TEST(ToolNames, AreFoundBySearchAndDescribed) {
  WorkbenchClient client(file("proxy"), {"-D", "metaTools=search_tools,describe_tools,open_toolbox,use_tool"},
                         kVariables);
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.call_text("search_tools", R"({"query":"say a text"})"),
              AllOf(HasSubstr(R"("tool":"say")"), Not(HasSubstr("echo"))));
  EXPECT_THAT(client.call_text("describe_tools", R"({"tools":[{"toolbox":"dev","server":"s","tool":"say"}]})"),
              HasSubstr(R"("n":{"type":"number","default":1.50})"));
}

TEST(ToolNames, ThatChangeNeedNoStartOfAServerWhoseCatalogIsKept) {
  const TemporaryFolder folder;
  const std::string server = (folder.path() / "server").string();
  std::filesystem::create_symlink(FAKE_SERVER, server);
  const std::map<std::string, std::string> environment{{"XDG_CACHE_HOME", (folder.path() / "cache").string()}};
  const auto names_with = [&](const std::string& tools) {
    const std::string entry =
        "\"s\":{\"command\":\"" + server + R"(","args":["--tool","a","--tool","b"])" + tools + "}";
    WorkbenchClient client(toolboxes_file(toolbox("dev", entry), "flat"), {}, environment);
    client.initialize();
    return client.listed_names();
  };
  EXPECT_THAT(names_with(R"(,"tools":{"a":{"name":"x"}})"), ElementsAre("x", "b"));
  std::filesystem::remove(server);
  EXPECT_THAT(names_with(R"(,"tools":{"b":{"name":"y"}})"), ElementsAre("a", "y"));
  EXPECT_THAT(names_with(""), ElementsAre("a", "b"));
}

TEST(ToolNames, ThatChangeReplaceTheServer) {
  InitializedClient client(toolbox("dev", fake_server("s")));
  EXPECT_THAT(tools_in(client.open("dev")), testing::Contains("s/echo"));
  static_cast<void>(client.folder().write(
      "toolboxes.json", toolboxes_file(toolbox("dev", fake_server("s", {}, R"("tools":{"echo":{"name":"say"}})")))));
  client.process().wait_for_error_text("applied: replaced dev/s");
  EXPECT_THAT(tools_in(client.open("dev")), AllOf(testing::Contains("s/say"), Not(testing::Contains("s/echo"))));
}

}  // namespace
