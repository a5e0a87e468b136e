// The servers of other clients: --check of their files, and init, which makes a toolboxes file of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "home.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(Home, ACheckOfAnotherClientsFileReportsEverythingAndPrintsTheFileThatIsMeant) {
  const auto file = write("pasted.json", R"({
  // the servers
  "mcpServers": {
    "a": { "command": "npx -y pkg", "disabledTools": ["x"], },
    "b": { "command": "no-such-program-anywhere", "enabled": false },
    "c": { "command": "no-such-program-anywhere", "args": ["<YOUR_PATH>"] }
  }
})");
  const Outcome outcome = run({"--check", "--config", file.string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr(":2:3: a comment"), HasSubstr(":4:59: a comma after the last element"),
                    HasSubstr(":4:12: $.mcpServers.a.command: is a command line"), HasSubstr("not in a toolbox"),
                    HasSubstr(":6:5: $.mcpServers.c: its command is not on PATH"),
                    HasSubstr("$.mcpServers.c.args[0]: looks like a placeholder")));
  const auto right = write("right.json", outcome.output);
  const Outcome again = run({"--check", "--config", right.string()});
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(R"("toolFilters": ["*", "!x"])"), HasSubstr(R"("disabled": true)")));
}

TEST_F(Home, ACheckOfALoneEntryOrOfAClientsOtherFileSaysWhatItIs) {
  const Outcome entry = run({"--check", "--config", write("e.json", R"({"command":"npx","args":["x"]})").string()});
  EXPECT_EQ(entry.code, 2);
  EXPECT_THAT(entry.errors, AllOf(HasSubstr("is the entry of one server"), Not(HasSubstr("unknown key"))));
  fs::create_directories(path(".gemini"));
  const Outcome settings =
      run({"--check", "--config", write(".gemini/settings.json", R"({"theme":"Default"})").string()});
  EXPECT_EQ(settings.code, 2);
  EXPECT_THAT(settings.errors, HasSubstr("is a file of Gemini CLI, without MCP servers"));
}

TEST_F(Home, InitGivesAServerTheTextsThatItGetsFromAClientThatReplacesNothing) {
  fs::create_directories(path(".codeium/windsurf"));
  write(".codeium/windsurf/mcp_config.json", R"({"mcpServers":{"fake":{"command":")" FAKE_SERVER
                                             R"(","args":["--tool","args","--header","Authorization:${AUTH}"],
      "env":{"AUTH":"Bearer abcdefgh12345678"}}}})");
  const Outcome outcome = run({"init", "--yes"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(contents_of(path(".config/mcp-workbench/workbench-config.json")),
              HasSubstr(R"("Authorization:$${AUTH}")"));
  EXPECT_THAT(outcome.errors, Not(HasSubstr("AUTH is not set")));
}

TEST_F(Home, InitWritesAFileThatIsValidWhateverItImports) {
  write("mcp.json", R"({"mcpServers":{
      "ws":{"type":"ws","url":"wss://x.example/mcp"}, "unix":{"type":"http","url":"unix:///tmp/x.sock#/mcp"},
      "relative":{"url":"/api/mcp"}, "placeholder":{"url":"https://<your-host>/mcp"},
      "password":{"url":"https://user:pw@x.example/mcp"}, "mixed":{"command":"true","headers":{"A":"b"}},
      "good":{"command":"true","args":["x"]}}})");
  const Outcome outcome = run({"init", "--from", path("mcp.json").string(), "--yes"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("valid; 3 toolboxes, 3 servers"));
  EXPECT_THAT(contents_of(path(".config/mcp-workbench/workbench-config.json")),
              AllOf(HasSubstr(R"("comment": "unknown transport \"ws\")"), HasSubstr(R"("disabled": true)")));
}

TEST_F(Home, ACheckReadsYamlAndToml) {
  const auto yaml = write("c.yaml", "mcpServers:\n  time: {command: uvx, args: [mcp-server-time]}\n");
  const Outcome of_yaml = run({"--check", "--config", yaml.string()});
  EXPECT_EQ(of_yaml.code, 2);
  EXPECT_THAT(of_yaml.errors, HasSubstr("this is YAML"));
  EXPECT_THAT(of_yaml.output, HasSubstr(R"("args": ["mcp-server-time"])"));
  const auto toml = write("c.toml", "[mcp_servers.time]\ncommand = \"uvx\"\n");
  EXPECT_THAT(run({"--check", "--config", toml.string()}).output, HasSubstr(R"("command": "uvx")"));
}

TEST_F(Home, ACheckOfOurFileNotesWhatCannotWork) {
  const auto file = write("c.json", R"({"toolboxes":{"t":{"description":"d","mcpServers":{
"a":{"command":"no-such-program-anywhere"},
"b":{"command":"mcp-workbench"}}}}})");
  const Outcome outcome = run({"--check", "--config", file.string()});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.errors,
              AllOf(HasSubstr("a.command: is not on PATH here"), HasSubstr("b.command: is the workbench itself")));
}

TEST_F(Home, InitMakesAToolboxesFileThroughWhichItsServersAnswer) {
  configure_two_clients();
  const Outcome outcome = run({"init", "--yes"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("Cursor"), HasSubstr("Codex"), HasSubstr("valid; 1 toolbox, 1 server")));
  EXPECT_THAT(outcome.errors, HasSubstr("the same server as \"fake\""));
  EXPECT_THAT(outcome.output + outcome.errors, Not(HasSubstr("t0ken-of-cursor")));
  const fs::path written = path(".config/mcp-workbench/workbench-config.json");
  EXPECT_THAT(contents_of(written), Not(HasSubstr("t0ken")));
  const fs::path values = path(".config/mcp-workbench/workbench-config.env");
  EXPECT_THAT(contents_of(values), HasSubstr("API_TOKEN=t0ken-of-cursor\n"));
  struct ::stat found {};
  ASSERT_EQ(::stat(values.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);

  // No file is named: this one is found.
  Process workbench = start({});
  workbench.write_line(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                       R"("capabilities":{},"clientInfo":{"name":"t","version":"1"}}})");
  EXPECT_THAT(workbench.read_line().value_or(""),
              AllOf(HasSubstr("\"id\":1"), HasSubstr("- main: "), Not(HasSubstr("off"))))
      << "a server that is disabled has nothing to offer";
  workbench.write_line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  workbench.write_line(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"open_toolbox",)"
                       R"("arguments":{"toolbox_name":"main"}}})");
  workbench.write_line(
      R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"use_tool","arguments":)"
      R"({"tool":{"toolbox":"main","server":"fake","tool":"env"},"arguments":{"name":"API_TOKEN"}}}})");
  std::string answer;
  while (answer.find("\"id\":3") == std::string::npos) {
    const auto line = workbench.read_line();
    ASSERT_TRUE(line.has_value()) << workbench.errors();
    answer = *line;
  }
  EXPECT_THAT(answer, HasSubstr("t0ken-of-cursor"));
}

TEST_F(Home, InitMakesAToolboxForEachOfManyServersAndSaysWhatAGroupCosts) {
  write(".cursor/mcp.json", R"({"mcpServers": {"a": {"command": "true"}, "b": {"command": "/bin/true"},
      "c": {"command": "true", "args": ["1"]}, "d": {"command": "true", "args": ["2"]}}})");
  const Outcome user = run({"init", "--yes"});
  EXPECT_THAT(user.output, AllOf(HasSubstr("valid; 4 toolboxes, 4 servers"), Not(HasSubstr("Opening the toolbox"))));
  write("project/.mcp.json", R"({"mcpServers": {"e": {"command": "true"}, "f": {"command": "/bin/true"}}})");
  const Outcome project = run({"init", "--yes", "--from", path("project/.mcp.json").string()});
  EXPECT_THAT(project.output,
              HasSubstr("Opening the toolbox project shows the agent the tools of all its servers, 2 "));
}

TEST_F(Home, InitShowsAsADiffWhatItWouldWriteAndWritesNothing) {
  configure_two_clients();
  const Outcome outcome = run({"init", "--dry-run", "--replace"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("--- /dev/null"), HasSubstr("+API_TOKEN=***"),
                                    HasSubstr("+[mcp_servers.workbench]"), Not(HasSubstr("t0ken"))));
  EXPECT_FALSE(fs::exists(path(".config")));
  EXPECT_FALSE(fs::exists(path(".local")));
}

TEST_F(Home, InitReplacesTheServersOfTheClientsAndRestoresTheirFilesToTheByte) {
  configure_two_clients();
  const std::string cursor = contents_of(path(".cursor/mcp.json"));
  const std::string codex = contents_of(path(".codex/config.toml"));
  EXPECT_EQ(run({"init", "--yes", "--replace"}).code, 0);
  EXPECT_THAT(contents_of(path(".cursor/mcp.json")),
              AllOf(HasSubstr("// of this machine"), HasSubstr("\"workbench\": {"), Not(HasSubstr("fake"))));
  EXPECT_THAT(contents_of(path(".codex/config.toml")),
              AllOf(HasSubstr("model = \"x\"  # stays\n"), HasSubstr("[mcp_servers.workbench]")));

  // A second time there is nothing else to import, and nothing is overwritten.
  const std::string written = contents_of(path(".config/mcp-workbench/workbench-config.json"));
  EXPECT_EQ(run({"init", "--yes"}).code, 0);
  EXPECT_EQ(contents_of(path(".config/mcp-workbench/workbench-config.json")), written);

  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_EQ(contents_of(path(".cursor/mcp.json")), cursor);
  EXPECT_EQ(contents_of(path(".codex/config.toml")), codex);
}

TEST_F(Home, InitWithoutATerminalSaysThatItCannotAsk) {
  configure_two_clients();
  const Outcome outcome = run({"init"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, HasSubstr("--yes"));
  EXPECT_FALSE(fs::exists(path(".config")));
}

TEST_F(Home, InitImportsAFileThatIsNamed) {
  const auto file = write("from-a-readme.json", std::string(R"({"x": {"command": ")") + FAKE_SERVER + R"("}})");
  const Outcome outcome = run({"init", "--yes", "--from", file.string(), "--config", path("out.json").string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(contents_of(path("out.json")), HasSubstr("\"x\": {"));
}

TEST_F(Home, InitExportsTheToolboxesFileAsAClientWritesIt) {
  configure_two_clients();
  EXPECT_EQ(run({"init", "--yes"}).code, 0);
  const Outcome outcome = run({"init", "--export", "opencode"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(R"("type": "local")"), HasSubstr(R"({ "API_TOKEN": "{env:API_TOKEN}" })"),
                                    HasSubstr(R"("enabled": false)")));
  EXPECT_EQ(run({"init", "--export", "no-such-client"}).code, 64);
}

TEST_F(Home, InitReportsWhatOfTheToolboxesFileAClientCannotHave) {
  const auto file =
      write("mine.json", std::string(R"({"toolboxes":{"dev":{"description":"d","mcpServers":{"x":{"command":")") +
                             FAKE_SERVER + R"(","tools":{"echo":{"name":"say"}}}}}}})");
  const Outcome outcome = run({"init", "--export", "opencode", "--config", file.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("tools"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("say")));
}

}  // namespace
