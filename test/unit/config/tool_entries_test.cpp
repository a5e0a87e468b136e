#include "config_fixture.hpp"

#include "config/toolboxes_file/for_client.hpp"

namespace workbench::config {
namespace {

/// The text of a file whose server has these `tools`, which are in line 4.
std::string with_tools(std::string_view tools) {
  return with_server("{\"command\": \"run\",\n\"tools\": " + std::string(tools) + "}");
}

std::string with_default(std::string_view value) {
  return with_tools(R"({"t": {"arguments": {"x": {"default": )" + std::string(value) + "}}}}");
}

/// The value of the only argument of the only tool.
std::string default_of(const ReadJson& read) {
  EXPECT_EQ(read.findings, "");
  return read.server().tools.at(0).arguments.at(0).value;
}

/// The findings without their place.
std::string finding_about(std::string_view tools) {
  const std::string prefix = "config.json:4:";
  const std::string findings = ReadJson(with_tools(tools)).findings;
  EXPECT_EQ(findings.substr(0, prefix.size()), prefix);
  return findings.substr(findings.find("$.toolboxes.t.mcpServers.s.tools") + sizeof("$.toolboxes.t.mcpServers.s.") - 1);
}

TEST(ToolEntries, SayHowAToolIsShown) {
  const ReadJson read(with_tools(R"({
    "ugly__name": {"name": "nice.name-1", "title": "A tool", "description": "Does it.", "arguments": {
      "limit": {"default": 10}, "token": {"default": "s", "hide": true}, "debug": {"hide": true}}},
    "other": {"title": "Other"}})"));
  ASSERT_EQ(read.findings, "");
  const auto& tools = read.server().tools;
  ASSERT_EQ(tools.size(), 2U);
  EXPECT_EQ(tools[0].own_name, "ugly__name");
  EXPECT_EQ(tools[0].shown_name(), "nice.name-1");
  EXPECT_EQ(tools[0].title, "A tool");
  EXPECT_EQ(tools[0].description, "Does it.");
  EXPECT_EQ(
      tools[0].arguments,
      (std::vector<ArgumentEntry>{{"limit", "10", false, ""}, {"token", "\"s\"", true, ""}, {"debug", "", true, ""}}));
  EXPECT_EQ(tools[1].shown_name(), "other");
  EXPECT_FALSE(tools[1].description.has_value());
}

TEST(ToolEntries, AChangeOfThemIsAChangeOfTheServer) {
  const ReadJson before(with_default("1"));
  EXPECT_EQ(before.server(), ReadJson(with_default("1")).server());
  EXPECT_NE(before.server(), ReadJson(with_default("1.0")).server());
  EXPECT_EQ(before.server().identity, ReadJson(with_default("2")).server().identity) << "it is started the same way";
}

TEST(ToolEntries, KeepTheSpellingOfADefault) {
  EXPECT_EQ(default_of(ReadJson(with_default("1.50"))), "1.50");
  EXPECT_EQ(default_of(ReadJson(with_default("-2e+01"))), "-2e+01");
  EXPECT_EQ(default_of(ReadJson(with_default("null"))), "null");
  EXPECT_EQ(default_of(ReadJson(with_default(R"("a \u00e9 \" $HOME")"))), R"("a \u00e9 \" $HOME")");
  EXPECT_EQ(default_of(ReadJson(with_default(R"({"b": [1, {}, [ ]],
    "\u0061" : {"z": "q: {", "y": true}})"))),
            R"({"b":[1,{},[]],"\u0061":{"z":"q: {","y":true}})")
      << "on one line, as messages are";
}

TEST(ToolEntries, HaveVariablesInTheStringsOfADefault) {
  const Variables variables{{"TEAM", "a \"b\""}};
  EXPECT_EQ(default_of(ReadJson(with_default(R"({"q": ["${TEAM}/x", "$${TEAM}"], "${TEAM}": 1})"), variables)),
            R"({"q":["a \"b\"/x","${TEAM}"],"${TEAM}":1})");
  EXPECT_EQ(
      ReadJson(with_default(R"([1, "${GONE}"])")).findings,
      "config.json:4:52: $.toolboxes.t.mcpServers.s.tools.t.arguments.x.default[1]: variable GONE is not set; set it, "
      "give a default: ${GONE:-...}, or write $${GONE} for the characters ${GONE}\n");
}

TEST(ToolEntries, MayHaveTheFolderOfTheClient) {
  const ReadJson read(with_default(R"({"path": "${client.cwd}/src"})"));
  EXPECT_EQ(for_client(read.server(), "/a \"b\"").tools.at(0).arguments.at(0).value, R"({"path":"/a \"b\"/src"})");
  EXPECT_TRUE(for_client(read.server(), "").unusable.has_value()) << "its folder is not known";
}

TEST(ToolEntries, WithWrongTypesAreReported) {
  EXPECT_EQ(finding_about("[\"t\"]"),
            "tools: must be an object, not an array; write {\"TOOL\": {\"name\": \"...\"}}; \"toolFilters\" says which "
            "tools are shown\n");
  EXPECT_EQ(finding_about(R"({"t": "u"})"), "tools.t: must be an object, not a string; write {\"name\": \"...\"}\n");
  EXPECT_EQ(finding_about(R"({"t": {"title": 1}})"),
            "tools.t.title: must be a string, not an integer; put it in quotes\n");
  EXPECT_EQ(finding_about(R"({"t": {"arguments": []}})"),
            "tools.t.arguments: must be an object, not an array; write {\"ARGUMENT\": {\"default\": VALUE}}\n");
  EXPECT_EQ(finding_about(R"({"t": {"arguments": {"x": 5}}})"),
            "tools.t.arguments.x: must be an object, not an integer; write {\"default\": VALUE}, {\"hide\": true} or "
            "both\n");
  EXPECT_EQ(finding_about(R"({"t": {"arguments": {"x": {"hide": "yes"}}}})"),
            "tools.t.arguments.x.hide: must be true or false, not a string; write true or false, without quotes\n");
}

TEST(ToolEntries, WithUnknownKeysAreReported) {
  EXPECT_EQ(finding_about(R"({"t": {"nam": "a"}})"), "tools.t.nam: unknown key; did you mean \"name\"?\n");
  EXPECT_EQ(finding_about(R"({"t": {"arguments": {"x": {"hidden": true, "default": 1}}}})"),
            "tools.t.arguments.x.hidden: unknown key; did you mean \"hide\"?\n");
}

TEST(ToolEntries, WithoutNamesAreReported) {
  EXPECT_EQ(finding_about(R"({"": {"name": "a"}})"),
            "tools[\"\"]: an empty name; write the server's own name of a tool\n");
  EXPECT_EQ(finding_about(R"({"t": {"name": ""}})"),
            "tools.t.name: must not be empty; write a name, or remove the key for the server's own name of the tool\n");
  EXPECT_EQ(finding_about(R"({"t": {"description": " "}})"),
            "tools.t.description: must not be empty; write a text, or remove the key for the server's own\n");
  EXPECT_EQ(finding_about(R"({"t": {"arguments": {"": {"hide": true}}}})"),
            "tools.t.arguments[\"\"]: an empty name; write the name of an argument of the tool\n");
}

TEST(ToolEntries, NameToolsAsTheSpecificationHasIt) {
  const std::string refused =
      "tools.t.name: is not a valid name of a tool; write 1 to 128 characters of A-Z, a-z, 0-9, \"_\", \"-\" and "
      "\".\"\n";
  EXPECT_EQ(finding_about(R"({"t": {"name": "a b"}})"), refused);
  EXPECT_EQ(finding_about(R"({"t": {"name": "a/b"}})"), refused);
  EXPECT_EQ(finding_about(R"({"t": {"name": ")" + std::string(129, 'a') + "\"}}"), refused);
  EXPECT_EQ(ReadJson(with_tools(R"({"any name/at all": {"name": ")" + std::string(128, 'a') + "\"}}")).findings, "");
}

TEST(ToolEntries, ShowNoTwoToolsUnderOneName) {
  EXPECT_EQ(finding_about(R"({"a": {"name": "x"}, "b": {"name": "x"}})"),
            "tools.b.name: is the name of \"a\" here, too; choose another one\n");
  EXPECT_EQ(finding_about(R"({"a": {"name": "b"}, "b": {"title": "B"}})"),
            "tools.b: is the name of \"a\" here, too; choose another one\n");
  EXPECT_EQ(ReadJson(with_tools(R"({"a": {"name": "b"}, "b": {"name": "a"}})")).findings, "")
      << "they exchange their names";
}

TEST(ToolEntries, ThatChangeNothingAreNoted) {
  EXPECT_EQ(ReadJson(with_tools(R"({"t": {}})")).findings,
            "note: config.json:4:11: $.toolboxes.t.mcpServers.s.tools.t: changes nothing; write a \"name\", for "
            "example, or remove it\n");
  EXPECT_EQ(ReadJson(with_tools(R"({"t": {"arguments": {"x": {"hide": false}}}})")).findings,
            "note: config.json:4:31: $.toolboxes.t.mcpServers.s.tools.t.arguments.x: changes nothing; write a "
            "\"default\", or \"hide\": true, or remove it\n");
}

}  // namespace
}  // namespace workbench::config
