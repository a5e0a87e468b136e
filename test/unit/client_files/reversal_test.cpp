#include "client_files/reversal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace workbench::client_files {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Document json(std::string text) {
  return parse(std::move(text), Format::json);
}

const ReversalRules kOfClient{.tolerates_additions = true};

const std::string kBefore = R"({"model": "x", "mcpServers": {
  "a": {"command": "a", "env": {"K": "v"}}, // mine
  "b": {"command": "b"}
}})";
const std::string kAfter = R"({"model": "x", "mcpServers": {
  "workbench": {"command": "w", "args": ["--join"]} // mine
}})";

Reversal reversed(const std::string& present, const ReversalRules& rules = kOfClient) {
  return reverse(json(kBefore), json(kAfter), json(present), rules);
}

bool has_same_content(const std::string& text, const std::string& other) {
  const Document a = json(text);
  const Document b = json(other);
  return a.root && b.root && a.root->same_as(*b.root);
}

TEST(Reversal, PutsBackWhatWasReplacedAndKeepsWhatTheClientHasWritten) {
  const Reversal result = reversed(
      R"({"numStartups":7,"mcpServers":{"workbench":{"type":"stdio","command":"w","args":["--join"],"env":{}},)"
      R"("new":{"command":"n"}},"model":"y"})");
  EXPECT_THAT(result.conflicts, IsEmpty());
  EXPECT_TRUE(has_same_content(result.text,
                               R"({"numStartups":7,"model":"y","mcpServers":{"a":{"command":"a","env":{"K":"v"}},)"
                               R"("b":{"command":"b"},"new":{"command":"n"}}})"))
      << result.text;
}

TEST(Reversal, PutsBackWhatWasReplacedWhereOurEntryOrAllAroundItHasGone) {
  for (const char* present : {R"({"model":"x","mcpServers":{}})", R"({"model":"x"})", R"({"model": "x",
  "mcpServers": {
  }
})"}) {
    const Reversal result = reversed(present);
    EXPECT_THAT(result.conflicts, IsEmpty()) << present;
    EXPECT_TRUE(has_same_content(result.text, kBefore)) << result.text;
  }
}

TEST(Reversal, RemovesOurEntryUnderAnotherName) {
  const Reversal result = reversed(R"({"model":"x","mcpServers":{"wb":{"command":"w","args":["--join"],"off":1}}})");
  EXPECT_TRUE(has_same_content(result.text, kBefore)) << result.text;
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("is called wb now")));
}

TEST(Reversal, KeepsAnEntryOfOurNameThatIsNotOursAnyMore) {
  const std::string present = R"({"model":"x","mcpServers":{"workbench":{"command":"w","args":["--config","mine"]}}})";
  const Reversal result = reversed(present);
  EXPECT_THAT(result.conflicts, ElementsAre(HasSubstr("workbench: has changed since")));
  EXPECT_THAT(result.text, HasSubstr(R"("workbench":{"command":"w","args":["--config","mine"]})"));
  EXPECT_THAT(result.text, HasSubstr(R"("a": {"command": "a")"));
  ReversalRules forced = kOfClient;
  forced.forces = true;
  EXPECT_TRUE(has_same_content(reversed(present, forced).text, kBefore));
}

TEST(Reversal, DoesNotOverwriteAnOldNameThatIsThereAgain) {
  const std::string present = R"({"model":"x","mcpServers":{"workbench":{"command":"w","args":["--join"]},)"
                              R"("a":{"command":"newer"},"b":{"command":"b"}}})";
  const Reversal result = reversed(present);
  EXPECT_THAT(result.conflicts, ElementsAre(HasSubstr("a: exists again with other content")));
  EXPECT_TRUE(
      has_same_content(result.text, R"({"model":"x","mcpServers":{"a":{"command":"newer"},"b":{"command":"b"}}})"))
      << result.text;
  ReversalRules forced = kOfClient;
  forced.forces = true;
  EXPECT_TRUE(has_same_content(reversed(present, forced).text, kBefore));
}

TEST(Reversal, ChangesNothingTheSecondTime) {
  const std::string once =
      reversed(R"({"model":"y","mcpServers":{"workbench":{"command":"w","args":["--join"]}}})").text;
  const Reversal again = reversed(once);
  EXPECT_EQ(again.text, once);
  EXPECT_THAT(again.conflicts, IsEmpty());
}

TEST(Reversal, LeavesAFileThatCannotBeReadAsItIs) {
  for (const char* present : {"{", "", "[]", "half a file"}) {
    const Reversal result = reversed(present);
    EXPECT_EQ(result.text, present);
    EXPECT_THAT(result.conflicts, ElementsAre(HasSubstr("has changed since")));
  }
}

TEST(Reversal, OfATableOfTomlPutsItsTablesBack) {
  const auto toml = [](std::string text) { return parse(std::move(text), Format::toml); };
  const Reversal result = reverse(
      toml("model = \"x\"\n\n[mcp_servers.a]\ncommand = \"a\"\n\n[mcp_servers.a.env]\nK = \"v\"\n\n[tui]\nx = 1\n"),
      toml("model = \"x\"\n\n[mcp_servers.workbench]\ncommand = \"w\"\nargs = [\"--join\"]\n\n[tui]\nx = 1\n"),
      toml("model = \"y\"\n\n[tui]\nx = 2\n\n[mcp_servers.workbench]\ncommand = \"w\"\nargs = [\"--join\"]\nenabled = "
           "true\n"),
      kOfClient);
  EXPECT_THAT(result.conflicts, IsEmpty());
  EXPECT_EQ(result.text,
            "model = \"y\"\n\n[tui]\nx = 2\n\n[mcp_servers.a]\ncommand = \"a\"\n\n[mcp_servers.a.env]\nK = \"v\"\n");
}

TEST(Reversal, OfAListOfYamlPutsItsElementsBack) {
  const auto yaml = [](std::string text) { return parse(std::move(text), Format::yaml); };
  const Reversal result =
      reverse(yaml("mcpServers:\n  - name: a\n    command: a\n    args:\n      - x\nmodels: []\n"),
              yaml("mcpServers:\n  - name: workbench\n    command: w\n    args: [\"--join\"]\nmodels: []\n"),
              yaml("models: [1]\nmcpServers:\n- name: workbench\n  command: w\n  args:\n  - --join\n"), kOfClient);
  EXPECT_THAT(result.conflicts, IsEmpty());
  EXPECT_EQ(result.text, "models: [1]\nmcpServers:\n- name: a\n  command: a\n  args:\n    - x\n");
}

// The toolboxes file, which a person edits.

const std::string kNothing;
const std::string kCreated = R"({
  "envFile": "w.env",
  "toolboxes": {
    "main": { "description": "d", "mcpServers": { "a": { "command": "a" }, "b": { "command": "b" } } }
  }
})";

Reversal created_and_now(const std::string& present) {
  return reverse(Document{}, json(kCreated), json(present), {.variables_key = "envFile", .variables = {"TOKEN"}});
}

TEST(Reversal, OfAFileThatInitMadeLeavesNothingIfThereIsNothingElse) {
  EXPECT_TRUE(created_and_now(kCreated).is_empty);
  EXPECT_TRUE(created_and_now(R"({"toolboxes": {"main": {"description": "d", "mcpServers": {}}}})").is_empty);
}

TEST(Reversal, OfAFileThatInitMadeKeepsWhatItsOwnerHasAdded) {
  const Reversal result = created_and_now(
      R"({"envFile": "w.env", "toolMode": "flat", "toolboxes": {"main": {"description": "mine", "mcpServers": {)"
      R"("a": {"command": "a"}, "own": {"command": "o"}}}, "more": {"description": "m", "mcpServers": {}}}})");
  EXPECT_FALSE(result.is_empty);
  EXPECT_THAT(result.conflicts, IsEmpty());
  EXPECT_TRUE(has_same_content(
      result.text,
      R"({"envFile": "w.env", "toolMode": "flat", "toolboxes": {"main": {"description": "mine", "mcpServers": {)"
      R"("own": {"command": "o"}}}, "more": {"description": "m", "mcpServers": {}}}})"))
      << result.text;
}

TEST(Reversal, KeepsAServerThatItsOwnerHasAdapted) {
  const Reversal result = created_and_now(
      R"({"toolboxes": {"main": {"description": "d", "mcpServers": {"a": {"command": "a", "share": "process"}}}}})");
  EXPECT_THAT(result.conflicts, ElementsAre(HasSubstr("a: has changed since")));
  EXPECT_THAT(result.text, HasSubstr("share"));
}

TEST(Reversal, KeepsTheFileOfVariablesAsLongAsOneIsUsed) {
  const std::string before = R"({"toolboxes": {"t": {"description": "d", "mcpServers": {"x": {"command": "x"}}}}})";
  const std::string after = R"({"toolboxes": {"t": {"description": "d", "mcpServers": {"x": {"command": "x"},
 "a": {"command": "a", "env": {"T": "${TOKEN}"}}}}}, "envFile": "w.env"})";
  const ReversalRules rules{.variables_key = "envFile", .variables = {"TOKEN"}};
  EXPECT_TRUE(has_same_content(reverse(json(before), json(after), json(after), rules).text, before));
  std::string used = after;
  used.replace(used.find("\"x\"}"), 4, R"("${TOKEN}"})");
  EXPECT_THAT(reverse(json(before), json(after), json(used), rules).text,
              testing::AllOf(HasSubstr("envFile"), Not(HasSubstr("\"a\""))));
}

}  // namespace
}  // namespace workbench::client_files
