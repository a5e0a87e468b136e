#include "config_fixture.hpp"

namespace workbench::config {
namespace {

std::string with_toolbox(std::string_view toolbox) {
  return std::string("{\"toolboxes\": {\n\"t\": ") + std::string(toolbox) + "\n}}";
}

TEST(Toolboxes, KeepTheOrderOfTheFile) {
  const ReadJson read(R"({"toolboxes": {
    "zebra": {"description": "z", "mcpServers": {"two": {"command": "2"}, "one": {"command": "1"}}},
    "ant": {"description": "a", "mcpServers": {}}}})");
  ASSERT_EQ(read.findings, "");
  const auto& toolboxes = read.reading.config.value().toolboxes;
  ASSERT_EQ(toolboxes.size(), 2U);
  EXPECT_EQ(toolboxes[0].name, "zebra");
  EXPECT_EQ(toolboxes[0].description, "z");
  EXPECT_EQ(toolboxes[0].servers.at(0).name, "two");
  EXPECT_EQ(toolboxes[0].servers.at(1).name, "one");
  EXPECT_EQ(toolboxes[1].name, "ant");
  EXPECT_TRUE(toolboxes[1].servers.empty());
}

TEST(Toolboxes, AreNotASingleEntryOrAToolbox) {
  for (const char* entry : {R"({"command": "npx", "args": ["x"]})", R"({"url": "https://x/mcp"})",
                            R"({"type": "http", "serverUrl": "https://x/mcp", "headers": {}})"}) {
    const ReadJson read(entry);
    EXPECT_FALSE(read.reading.config);
    EXPECT_EQ(read.findings.find("config.json:1:1: $: is the entry of one server, not a toolboxes file; put it into "),
              0U)
        << read.findings;
    EXPECT_EQ(read.findings.find("unknown key"), std::string::npos) << read.findings;
  }
  EXPECT_EQ(ReadJson(R"({"description": "d", "mcpServers": {}})").findings.find("config.json:1:1: $: is one toolbox"),
            0U);
}

TEST(Toolboxes, OfAFileWithErrorsAreItsValidPart) {
  const ReadJson read(R"({"unknown": 1, "toolboxes": {"t": {"description": "d", "mcpServers": {
    "good": {"command": "a"}, "bad": {"comand": "b"}, "not__a_name": {"command": "c"}}}}})");
  EXPECT_FALSE(read.reading.config);
  const auto& servers = read.reading.valid_part.value().toolboxes.at(0).servers;
  ASSERT_EQ(servers.size(), 2U);
  EXPECT_FALSE(servers[0].unusable);
  EXPECT_TRUE(servers[1].unusable);
}

TEST(Toolboxes, AFileWithoutErrorsAndAFileThatIsNotJsonHaveNoValidPart) {
  EXPECT_FALSE(ReadJson(R"({"toolboxes": {}})").reading.valid_part);
  EXPECT_FALSE(ReadJson("{").reading.valid_part);
}

TEST(Toolboxes, AllErrorsOfAFileAreReportedAtOnceAndInItsOrder) {
  const ReadJson read(R"({
  "toolMode": "magic",
  "toolboxes": {
    "dev": {
      "mcpServers": {
        "files": {"comand": "npx", "args": ["-y", 7], "toolFilters": ["", "ok"]},
        "a__b": {"command": "${NOT_THERE}"}
      }
    },
    "prod": {"description": "", "servers": {}}
  },
  "toolbox": {}
})");
  EXPECT_FALSE(read.reading.config);
  EXPECT_EQ(
      read.findings,
      "config.json:2:3: $.toolMode: unknown mode \"magic\"; use \"auto\", \"proxy\", \"dynamic\" or \"flat\", or "
      "remove the "
      "key "
      "for \"proxy\"\n"
      "config.json:4:5: $.toolboxes.dev: \"description\" is missing; describe what the toolbox is for: the agent "
      "chooses by "
      "it\n"
      "config.json:6:19: $.toolboxes.dev.mcpServers.files.comand: unknown key; did you mean \"command\"?\n"
      "config.json:6:51: $.toolboxes.dev.mcpServers.files.args[1]: must be a string, not an integer; put it in quotes\n"
      "config.json:6:71: $.toolboxes.dev.mcpServers.files.toolFilters[0]: is empty; name a tool, or write \"*\" for "
      "all "
      "of them\n"
      "config.json:7:9: $.toolboxes.dev.mcpServers.a__b: \"__\" in a name; use \"-\" or a single \"_\", because \"__\" "
      "separates toolbox, server and tool in the names of registered tools\n"
      "config.json:7:18: $.toolboxes.dev.mcpServers.a__b.command: variable NOT_THERE is not set; set it, give a "
      "default: ${NOT_THERE:-...}, or write $${NOT_THERE} for the characters ${NOT_THERE}\n"
      "config.json:10:14: $.toolboxes.prod.description: must not be empty; describe what the toolbox is for: the agent "
      "chooses by it\n"
      "config.json:10:33: $.toolboxes.prod.servers: unknown key; did you mean \"mcpServers\"?\n"
      "config.json:12:3: $.toolbox: unknown key; did you mean \"toolboxes\"?\n");
}

TEST(Toolboxes, AreRequired) {
  EXPECT_EQ(
      ReadJson("{}").findings,
      "config.json:1:1: $: \"toolboxes\" is missing; add it: \"toolboxes\": {\"NAME\": {\"description\": \"...\", "
      "\"mcpServers\": {}}}\n");
}

TEST(Toolboxes, NoneAtAllCausesANote) {
  const ReadJson read(R"({"toolboxes": {}})");
  EXPECT_EQ(read.findings, "note: config.json:1:2: $.toolboxes: contains no toolbox; add one\n");
  EXPECT_TRUE(read.reading.config);
}

TEST(Toolboxes, AMisspelledKeyIsNotReportedAsMissingToo) {
  EXPECT_EQ(ReadJson(R"({"toolboxs": {}})").findings,
            "config.json:1:2: $.toolboxs: unknown key; did you mean \"toolboxes\"?\n");
  EXPECT_EQ(ReadJson(with_toolbox(R"({"Description": "d", "mcpservers": {}})")).findings,
            "config.json:2:7: $.toolboxes.t.Description: unknown key; did you mean \"description\"?\n"
            "config.json:2:27: $.toolboxes.t.mcpservers: unknown key; did you mean \"mcpServers\"?\n");
}

TEST(Toolboxes, AnotherClientsFileIsReportedWithTheWayToWrapIt) {
  EXPECT_EQ(ReadJson(R"({"mcpServers": {"x": {"command": "y"}}})").findings,
            "config.json:1:2: $.mcpServers: servers outside a toolbox, as in other clients' files; wrap them: "
            "{\"toolboxes\": {\"NAME\": {\"description\": \"what they are for\", \"mcpServers\": {...}}}}; --check "
            "shows the whole corrected "
            "file\n");
  EXPECT_EQ(ReadJson(R"({"inputs": [], "servers": {"x": {"command": "y"}}})").findings,
            "config.json:1:16: $.servers: servers outside a toolbox, as in other clients' files; wrap them: "
            "{\"toolboxes\": {\"NAME\": {\"description\": \"what they are for\", \"mcpServers\": {...}}}}; --check "
            "shows the whole corrected "
            "file\n");
}

TEST(Toolboxes, AServersKeyInAToolboxIsReportedWithItsPlace) {
  EXPECT_EQ(
      ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {}, "toolFilters": []})")).findings,
      "config.json:2:45: $.toolboxes.t.toolFilters: belongs in a server entry; move it to \"mcpServers\": {\"NAME\": "
      "{...}}\n");
}

TEST(Toolboxes, RequireScopesAsTheirServersAndToolsDo) {
  const ReadJson read(with_toolbox(
      R"({"description": "d", "requires": ["mcp:prod", "a"], "mcpServers": {"s": {"command": "c",
"requires": ["mcp:files"], "tools": {"own": {"name": "shown", "requires": ["mcp:write"]}}}}})"));
  ASSERT_EQ(read.findings, "");
  const ToolboxEntry& toolbox = read.reading.config.value().toolboxes.front();
  EXPECT_EQ(toolbox.required_scopes, (std::vector<std::string>{"mcp:prod", "a"}));
  EXPECT_EQ(toolbox.servers.front().required_scopes, std::vector<std::string>{"mcp:files"});
  EXPECT_EQ(toolbox.servers.front().tools.front().required_scopes, std::vector<std::string>{"mcp:write"});
}

TEST(Toolboxes, RequireNothingThatIsNotAScope) {
  EXPECT_EQ(ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {}, "requires": ["two words"]})")).findings,
            "config.json:2:58: $.toolboxes.t.requires[0]: is not the name of a scope; write one without blanks, like "
            "\"mcp:prod\"\n");
  EXPECT_EQ(ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {}, "requires": "mcp:prod"})")).findings,
            "config.json:2:45: $.toolboxes.t.requires: must be an array of strings, not a string; write [\"...\"], one "
            "string for each scope\n");
}

TEST(Toolboxes, AnUnknownKeyWithoutACloseOneIsReportedWithAllKnownOnes) {
  EXPECT_EQ(ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {}, "colour": "red"})")).findings,
            "config.json:2:45: $.toolboxes.t.colour: unknown key; known here: \"description\", \"mcpServers\", "
            "\"maxTokens\", \"detail\", \"autoOpen\", \"open\", \"pinnedTools\", \"content\", \"requires\", "
            "\"approve\", \"lock\", \"clientRoot\", \"instructions\"\n");
}

TEST(Toolboxes, WrongTypesAreReportedWithTheRightOne) {
  EXPECT_EQ(ReadJson(R"({"toolMode": true, "toolboxes": []})").findings,
            "config.json:1:2: $.toolMode: must be a string, not true or false; put it in quotes\n"
            "config.json:1:20: $.toolboxes: must be an object, not an array; write {\"NAME\": {\"description\": "
            "\"...\", \"mcpServers\": {}}}\n");
  EXPECT_EQ(ReadJson(with_toolbox("null")).findings,
            "config.json:2:1: $.toolboxes.t: must be an object, not null; write {\"description\": \"...\", "
            "\"mcpServers\": {}}\n");
  EXPECT_EQ(
      ReadJson(with_toolbox(R"({"description": 1.5, "mcpServers": "x"})")).findings,
      "config.json:2:7: $.toolboxes.t.description: must be a string, not a number with a fraction or an exponent; "
      "put it in quotes\n"
      "config.json:2:27: $.toolboxes.t.mcpServers: must be an object, not a string; write {\"NAME\": "
      "{\"command\": \"...\"}}\n");
}

TEST(Toolboxes, AreReachedInOneOfFourModes) {
  const auto reading = [](const std::string& mode) {
    return ReadJson(R"({"toolMode": ")" + mode + R"(", "toolboxes": {"t": {"description": "d", "mcpServers": {}}}})");
  };
  EXPECT_EQ(ReadJson(R"({"toolboxes": {"t": {"description": "d", "mcpServers": {}}}})").reading.config->tool_mode,
            ToolMode::proxy);
  EXPECT_EQ(reading("proxy").reading.config->tool_mode, ToolMode::proxy);
  EXPECT_EQ(reading("dynamic").reading.config->tool_mode, ToolMode::dynamic);
  EXPECT_EQ(reading("flat").reading.config->tool_mode, ToolMode::flat);
  EXPECT_EQ(reading("auto").reading.config->tool_mode, ToolMode::automatic);
  EXPECT_EQ(reading("magic").findings,
            "config.json:1:2: $.toolMode: unknown mode \"magic\"; use \"auto\", \"proxy\", \"dynamic\" or \"flat\", or "
            "remove the key for \"proxy\"\n");
}

TEST(Toolboxes, MaySayWhetherTheyShowTheirContent) {
  const auto shows_content = [](const std::string& content) {
    return ReadJson(with_toolbox(R"({"description": "d", )" + content + R"("mcpServers": {}})"))
        .reading.config->toolboxes[0]
        .shows_content;
  };
  EXPECT_EQ(shows_content(""), std::nullopt);
  EXPECT_EQ(shows_content(R"("content": "native", )"), true);
  EXPECT_EQ(shows_content(R"("content": "none", )"), false);
}

TEST(Toolboxes, MayShowTheInstructionsOfTheirServers) {
  const auto shows_instructions = [](const std::string& member) {
    return ReadJson(with_toolbox(R"({"description": "d", )" + member + R"("mcpServers": {}})"))
        .reading.config->toolboxes[0]
        .shows_instructions;
  };
  EXPECT_FALSE(shows_instructions(""));
  EXPECT_FALSE(shows_instructions(R"("instructions": false, )"));
  EXPECT_TRUE(shows_instructions(R"("instructions": true, )"));
}

TEST(Toolboxes, ShowOnlyContentThatIsKnown) {
  EXPECT_EQ(ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {}, "content": "naked"})")).findings,
            "config.json:2:45: $.toolboxes.t.content: unknown content \"naked\"; use \"native\" or \"none\", or remove "
            "the key for \"none\" (\"native\" in flat mode)\n");
}

TEST(Toolboxes, NamesHaveRules) {
  const std::string longest(64, 'n');
  EXPECT_EQ(ReadJson("{\"toolboxes\": {\"" + longest + "\": {\"description\": \"d\", \"mcpServers\": {}}}}").findings,
            "");
  EXPECT_EQ(
      ReadJson(R"({"toolboxes": {
"": {"description": "d", "mcpServers": {}},
"a__b": {"description": "d", "mcpServers": {}},
"a\nb": {"description": "d", "mcpServers": {}},
")" + longest + R"(n": {"description": "d", "mcpServers": {}}}})")
          .findings,
      "config.json:2:1: $.toolboxes[\"\"]: an empty name; give it one of 1 to 64 characters\n"
      "config.json:3:1: $.toolboxes.a__b: \"__\" in a name; use \"-\" or a single \"_\", because \"__\" separates "
      "toolbox, server and tool in the names of registered tools\n"
      "config.json:4:1: $.toolboxes[\"a\\nb\"]: a control character in a name; remove it\n"
      "config.json:5:1: $.toolboxes." +
          longest + "n: a name of 65 characters; shorten it to 64\n");
}

TEST(Toolboxes, NamesAreCountedInCharactersNotInBytes) {
  std::string name;
  for (int i = 0; i < 64; ++i) name += "\xC3\xA4";
  EXPECT_EQ(ReadJson("{\"toolboxes\": {\"" + name + "\": {\"description\": \"d\", \"mcpServers\": {}}}}").findings, "");
}

TEST(Toolboxes, DuplicatesAreErrorsThatSayWhatTheyAre) {
  EXPECT_EQ(
      ReadJson(R"({"toolboxes": {
  "dev": {"description": "d", "mcpServers": {
    "files": {"command": "a"},
    "files": {"command": "b"},
    "other": {"command": "c", "env": {"A": "1", "A": "2"}}
  }},
  "prod": {"description": "d", "mcpServers": {}},
  "prod": {"description": "d", "mcpServers": {}}
}})")
          .findings,
      "config.json:4:5: $.toolboxes.dev.mcpServers.files: two servers named \"files\" (the first is in line 3); "
      "rename or remove one\n"
      "config.json:5:49: $.toolboxes.dev.mcpServers.other.env.A: a duplicate key (the first is in line "
      "5); remove one\n"
      "config.json:8:3: $.toolboxes.prod: two toolboxes named \"prod\" (the first is in line 7); rename or remove "
      "one\n");
}

TEST(Toolboxes, ErrorsInsideDuplicatesAreNotReported) {
  EXPECT_EQ(ReadJson(with_toolbox(R"({"description": "d", "mcpServers": {
"files": {"comand": "a"},
"files": {"command": 1},
"files2": {"comand": "a"}}})"))
                .findings,
            "config.json:4:1: $.toolboxes.t.mcpServers.files: two servers named \"files\" (the first is in line 3); "
            "rename or remove one\n"
            "config.json:5:12: $.toolboxes.t.mcpServers.files2.comand: unknown key; did you mean \"command\"?\n");
}

TEST(Toolboxes, MayBeOpenAtStartAndPinTools) {
  const ReadJson read(with_toolbox(
      R"({"description": "d", "open": "at-start", "pinnedTools": ["files/read", "files/a/b", "files/read"],
      "mcpServers": {"files": {"command": "x"}}})"));
  ASSERT_EQ(read.findings, "");
  const ToolboxEntry& toolbox = read.reading.config.value().toolboxes.at(0);
  EXPECT_TRUE(toolbox.opens_at_start);
  EXPECT_EQ(toolbox.pinned_tools, (std::vector<PinnedTool>{{"files", "read"}, {"files", "a/b"}}));
}

TEST(Toolboxes, PinToolsOfTheirOwnServers) {
  const ReadJson read(with_toolbox(
      R"({"description": "d", "open": "now", "pinnedTools": ["file/read", "files", "files/"],
      "mcpServers": {"files": {"command": "x"}}})"));
  EXPECT_EQ(read.findings,
            "config.json:2:27: $.toolboxes.t.open: unknown value \"now\"; use \"at-start\" to open it with the "
            "session, or remove the key for \"on-demand\"\n"
            "config.json:2:58: $.toolboxes.t.pinnedTools[0]: names no server of this toolbox; did you mean \"files\"?\n"
            "config.json:2:71: $.toolboxes.t.pinnedTools[1]: names no tool; write SERVER/TOOL\n"
            "config.json:2:80: $.toolboxes.t.pinnedTools[2]: names no tool; write SERVER/TOOL\n");
}

}  // namespace
}  // namespace workbench::config
