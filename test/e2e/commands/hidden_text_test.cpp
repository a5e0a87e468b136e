// What servers and repositories write is shown by every command so that it controls nothing and hides nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_run.hpp"
#include "hidden_text.hpp"
#include "terminal.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::IsEmpty;

/// A tool whose every text is hostile; its name is easy to write, so that commands can name it.
std::string hostile_tool(const std::string& name) {
  const std::string text = "\"" + hostile_json() + "\"";
  return R"({"name":")" + name + R"(","title":)" + text + R"(,"description":)" + text + R"(,"annotations":{"title":)" +
         text + R"(},"inputSchema":{"type":"object","description":)" + text + R"(,"properties":{)" + text +
         R"(:{"type":"string","description":)" + text + R"(,"enum":[)" + text + R"(],"default":)" + text +
         R"(}}},"_meta":{)" + text + ":" + text + "}}";
}

/// A toolbox with a server whose texts are hostile, one whose tools have hostile names, one that does not start, and
/// one that refuses to be initialized.
std::string hostile_toolboxes() {
  const auto server = [](const std::vector<std::string>& arguments) {
    std::string text = R"({"command":")" FAKE_SERVER R"(","args":[)";
    for (const std::string& one : arguments)
      text += (&one == &arguments.front() ? "" : ",") + test_support::quoted(one);
    return text + "]}";
  };
  return R"({"toolboxes":{"dev":{"description":")" + hostile_json() + R"(","mcpServers":{"texts":)" +
         server({"--raw-tool", hostile_tool("plain"), "--tool", "raw_result", "--tool", "jsonrpc_error", "--tool",
                 "elicit", "--instructions", hostile_text(), "--stderr", hostile_text()}) +
         R"(,"names":)" + server({"--raw-tool", hostile_tool(hostile_json())}) + R"(,"ends":)" +
         server({"--exit-after-start", "--stderr", "Error: " + hostile_text()}) + R"(,"missing":{"command":"/no/)" +
         hostile_json() + R"("},"folder":{"command":"/bin/true","cwd":"/no/)" + hostile_json() + R"("}}}}})";
}

std::string printable(const std::string& text) {
  std::string shown;
  for (const char byte : text) shown += byte >= ' ' && byte < 0x7F ? byte : byte == '\n' ? '\n' : '?';
  return shown;
}

const std::vector<std::vector<std::string>>& invocations() {
  static const std::vector<std::vector<std::string>> kAll{
      {"--check"},
      {"--check", "--deep"},
      {"list"},
      {"list", "--json"},
      {"show", "dev/texts/plain"},
      {"show", "dev/texts/plain", "--json"},
      {"show", "dev/texts/" + hostile_text()},
      {"explain", "dev/texts/plain"},
      {"explain", "dev/names/nothing"},
      {"explain", "nothing"},
      {"search", "plain"},
      {"search", "plain", "--json"},
      {"doctor"},
      {"doctor", "--json"},
      {"doctor", "--message", "cannot start 'x': its working directory '/" + hostile_text() + "' cannot be entered"},
      {"call", "dev/texts/plain"},
      {"call", "dev/texts/plain", hostile_text() + "=1"},
      {"call", "dev/" + hostile_text() + "/plain"},
      {"call", "dev/texts/jsonrpc_error", "--json",
       R"({"code":-32000,"message":")" + hostile_json() + R"(","data":null})"},
      {"call", "dev/ends/x"},
      {"login", "dev/" + hostile_text()},
      {"logs", hostile_text()},
      {hostile_text()},
  };
  return kAll;
}

TEST(HiddenText, NoCommandWritesItRawIntoAPipe) {
  const Commands commands(hostile_toolboxes());
  for (const auto& arguments : invocations()) {
    const Outcome outcome = commands.run(arguments);
    SCOPED_TRACE(printable(arguments.front() + " " + arguments.back()));
    EXPECT_THAT(raw_in(outcome.output), IsEmpty()) << printable(outcome.output);
    EXPECT_THAT(raw_in(outcome.errors), IsEmpty()) << printable(outcome.errors);
    EXPECT_FALSE(outcome.output.empty() && outcome.errors.empty());
  }
}

TEST(HiddenText, ACommandShowsItByItsCode) {
  const Commands commands(hostile_toolboxes());
  EXPECT_THAT(commands.run({"show", "dev/texts/plain"}).output, HasSubstr("x\\u{1B}x\\u{7F}"));
  EXPECT_THAT(commands.run({"list"}).output, HasSubstr("\\u{202E}"));
  EXPECT_THAT(commands.run({"--check"}).errors, HasSubstr("has characters that cannot be seen; agents read: x\\u{1}"));
}

TEST(HiddenText, IsShownOnATerminalWhateverAToolAnswers) {
  const Commands commands(hostile_toolboxes());
  const std::string result = R"({"result":{"content":[{"type":"text","text":")" + hostile_json() +
                             R"("},{"type":"image","mimeType":")" + hostile_json() +
                             R"(","data":"AA=="},{"type":"resource_link","uri":")" + hostile_json() +
                             R"("},{"type":"resource","resource":{"uri":"a:b","text":")" + hostile_json() + R"("}}]}})";
  for (const char* raw : {"--timeout=60", "--raw"}) {
    Terminal terminal(
        {WORKBENCH_PROGRAM, "call", "dev/texts/raw_result", "--json", result, raw, "--config", commands.file()});
    EXPECT_EQ(terminal.exit_code(), 0) << printable(terminal.screen());
    EXPECT_THAT(raw_in(terminal.screen()), IsEmpty()) << printable(terminal.screen());
    EXPECT_THAT(terminal.screen(), testing::AnyOf(HasSubstr("\\u{202E}"), HasSubstr("\\u202e")));
  }
}

TEST(HiddenText, AResultGoesToAPipeToTheByte) {
  const Commands commands(hostile_toolboxes());
  const Outcome outcome =
      commands.run({"call", "dev/texts/raw_result", "--json",
                    R"({"result":{"content":[{"type":"text","text":")" + hostile_json() + R"("}]}})"});
  EXPECT_EQ(outcome.code, 0) << printable(outcome.errors);
  EXPECT_EQ(outcome.output, hostile_text() + "\n");
}

TEST(HiddenText, OfARepositoryIsShownBeforeItIsImported) {
  const Commands commands(hostile_toolboxes());
  const auto file = commands.folder().write(
      ".mcp.json", R"({"mcpServers":{")" + hostile_json() + R"(":{"command":")" + hostile_json() + R"(","args":[")" +
                       hostile_json() + R"(","--token","abc"],"env":{"A":")" + hostile_json() + R"(","B_TOKEN":")" +
                       hostile_json() + R"("},")" + hostile_json() + R"(":1},"url":{"url":"https://example.com/)" +
                       hostile_json() + R"("}}})");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"init", "--from", file.string(), "--dry-run"},
                                             {"init", "--from", file.string(), "--dry-run", "--replace"},
                                             {"init", "--export", "codex"},
                                             {"init", "--export", hostile_text()}}) {
    const Outcome outcome = commands.run(arguments);
    SCOPED_TRACE(printable(arguments.back()));
    const bool is_export = arguments[1] == "--export";
    if (!is_export) {
      EXPECT_THAT(raw_in(outcome.output), IsEmpty()) << printable(outcome.output);
    }
    EXPECT_THAT(raw_in(outcome.errors), IsEmpty()) << printable(outcome.errors);
  }
}

TEST(HiddenText, OfAConfigurationIsShownInItsErrors) {
  const std::string hidden = hostile_json();
  for (const std::string& toolboxes :
       {R"({"toolboxes":{")" + hidden + R"(":{"description":"d","mcpServers":{}}}})",
        R"({"toolboxes":{"dev":{"description":"d","mcpServers":{")" + hidden + R"(":{"command":"x"}}}}})",
        R"({"toolboxes":{"dev":{"description":"d",")" + hidden +
            R"(":1,"mcpServers":{"a":{"command":"x","env":{"A":"${)" + hidden + R"(}"},")" + hidden + R"(":1}}}}})",
        R"({"toolMode":")" + hidden + R"(","toolboxes":{}})"}) {
    const Outcome outcome = Commands(toolboxes).run({"--check"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(raw_in(outcome.output + outcome.errors), IsEmpty()) << printable(outcome.errors);
  }
}

}  // namespace
