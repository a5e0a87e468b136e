// init where there is something already, and --undo where something has been changed since.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <memory>

#include "home.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class InitAgain : public Home {
 protected:
  fs::path toolboxes() const { return path(".config/mcp-workbench/workbench-config.json"); }
  fs::path variables() const { return path(".config/mcp-workbench/workbench-config.env"); }

  static std::string server(const std::string& name, const std::string& more = "") {
    return "\"" + name + R"(": {"command": ")" + FAKE_SERVER + "\"" + more + "}";
  }
  fs::path cursor(const std::string& servers) const {
    return write(".cursor/mcp.json", R"({"mcpServers": {)" + servers + "}}");
  }
  fs::path claude(const std::string& servers, const std::string& more = "") const {
    return write(".claude.json", R"({"mcpServers": {)" + servers + "}" + more + "}");
  }
  void init(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"init", "--yes"});
    const Outcome outcome = run(std::move(options));
    EXPECT_EQ(outcome.code, 0) << outcome.output << outcome.errors;
  }
};

TEST_F(InitAgain, ChangesNothingIfThereIsNothingNew) {
  configure_two_clients();
  init();
  const std::string written = contents_of(toolboxes());
  const std::string values = contents_of(variables());
  const Outcome again = run({"init", "--yes"});
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_THAT(again.output, AllOf(HasSubstr("of these servers already"), Not(HasSubstr(": written"))));
  EXPECT_EQ(contents_of(toolboxes()), written);
  EXPECT_EQ(contents_of(variables()), values);
}

TEST_F(InitAgain, AddsToWhatIsThereAndKeepsItsOrderAndLook) {
  const std::string mine = R"({
    "toolMode": "flat",
    "toolboxes": {
        "web":  { "description": "Mine.", "mcpServers": { )" +
                           server("search") + R"( } },
        "main": {
            "description": "By hand.",
            "mcpServers": {
                )" + server("zeta") +
                           R"(
            }
        }
    }
}
)";
  write(".config/mcp-workbench/workbench-config.json", mine);
  cursor(server("fake", R"(, "args": ["--x"], "env": {"API_TOKEN": "t0ken-of-cursor-1"})"));
  init();
  const std::string text = contents_of(toolboxes());
  EXPECT_THAT(text,
              AllOf(HasSubstr("    \"toolMode\": \"flat\",\n"), HasSubstr("\"web\":  { \"description\": \"Mine.\""),
                    HasSubstr("\"description\": \"By hand.\""), HasSubstr("                \"fake\": {\n"),
                    HasSubstr("\"envFile\": \"workbench-config.env\"")));
  EXPECT_LT(text.find("\"zeta\""), text.find("\"fake\""));
  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_EQ(contents_of(toolboxes()), mine);
  EXPECT_FALSE(fs::exists(variables()));
}

TEST_F(InitAgain, GivesASecretANameOfItsOwnAndKeepsThoseThatAreThere) {
  cursor(server("one", R"(, "env": {"API_TOKEN": "t0ken-of-cursor-1"})"));
  init();
  claude(server("two", R"(, "env": {"API_TOKEN": "t0ken-of-claude-2"})"));
  init();
  EXPECT_THAT(contents_of(variables()),
              AllOf(HasSubstr("\nAPI_TOKEN=t0ken-of-cursor-1\n"), HasSubstr("\nTWO_API_TOKEN=t0ken-of-claude-2\n")));
  EXPECT_THAT(contents_of(toolboxes()), HasSubstr("${TWO_API_TOKEN}"));
}

TEST_F(InitAgain, LeavesAServerAsItsOwnerHasAdaptedIt) {
  cursor(server("fake"));
  init();
  std::string text = contents_of(toolboxes());
  text.replace(text.find("\"fake\": {") + 9, 0, "\"toolFilters\": [\"echo\"], ");
  write(".config/mcp-workbench/workbench-config.json", text);
  init();
  EXPECT_EQ(contents_of(toolboxes()), text);
}

TEST_F(InitAgain, LeavesAServerInItsClientThatDiffersFromTheOneOfItsName) {
  cursor(server("fake"));
  init();
  const fs::path file =
      cursor(server("fake", R"(, "env": {"MODE": "other"})") + ", " + server("new", R"(, "args": ["n"])"));
  const Outcome outcome = run({"init", "--yes", "--replace"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("differs from the server \"fake\""), HasSubstr("fake stays there")));
  EXPECT_THAT(contents_of(file),
              AllOf(HasSubstr("\"MODE\": \"other\""), HasSubstr("\"workbench\""), Not(HasSubstr("\"new\""))));
}

TEST_F(InitAgain, LeavesAServerInItsClientThatMeansNothingHere) {
  const fs::path file = cursor(server("picked", R"(, "args": ["${command:pick}"])") + ", " + server("fake"));
  init({"--replace"});
  EXPECT_THAT(contents_of(file),
              AllOf(HasSubstr("\"picked\""), HasSubstr("\"workbench\""), Not(HasSubstr("\"fake\""))));
  EXPECT_THAT(contents_of(toolboxes()), HasSubstr("\"disabled\": true"));
}

TEST_F(InitAgain, LeavesAnEntryOfTheWorkbenchThatIsNotLikeOurs) {
  const std::string theirs = std::string(R"("workbench": {"command": ")") + WORKBENCH_PROGRAM +
                             R"(", "args": ["--config", "/srv/mine.json"]})";
  const fs::path file = cursor(theirs + ", " + server("fake"));
  init({"--replace"});
  EXPECT_THAT(contents_of(file), AllOf(HasSubstr(theirs), HasSubstr("\"workbench-2\""), Not(HasSubstr("\"fake\""))));
}

TEST_F(InitAgain, LetsNothingGoUnlessForcedAndCountsWhatWould) {
  const std::string mine = R"({"toolboxes":{"web":{"description":"Mine.","mcpServers":{)" + server("search") + "}}}}";
  write(".config/mcp-workbench/workbench-config.json", mine);
  cursor(server("fake"));
  const Outcome shown = run({"init", "--dry-run", "--force"});
  EXPECT_THAT(shown.output, HasSubstr("without 1 server that it has now: web/search"));
  EXPECT_EQ(contents_of(toolboxes()), mine);
  init({"--force"});
  EXPECT_THAT(contents_of(toolboxes()), AllOf(HasSubstr("fake"), Not(HasSubstr("search"))));
  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_EQ(contents_of(toolboxes()), mine);
}

TEST_F(InitAgain, LeavesAFileThatItCannotAddTo) {
  cursor(server("fake"));
  for (const char* text : {"{ half", "[]", R"({"toolboxes": []})", "not JSON"}) {
    write(".config/mcp-workbench/workbench-config.json", text);
    const Outcome outcome = run({"init", "--yes", "--replace"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.errors, AllOf(HasSubstr("workbench-config.json:1:"), HasSubstr("--force")));
    EXPECT_EQ(contents_of(toolboxes()), text);
  }
}

TEST_F(InitAgain, LeavesTheFileAsItWasIfItWouldBeRefused) {
  const std::string mine =
      R"({"toolboxes":{"web":{"description":"Mine.","mcpServers":{"a":{"command":"x","oops":1}}}}})";
  write(".config/mcp-workbench/workbench-config.json", mine);
  const fs::path file = cursor(server("fake", R"(, "env": {"API_TOKEN": "t0ken-of-cursor-1"})"));
  const std::string before = contents_of(file);
  const Outcome outcome = run({"init", "--yes", "--replace"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("stays as it was"));
  EXPECT_EQ(contents_of(toolboxes()), mine);
  EXPECT_FALSE(fs::exists(variables()));
  EXPECT_EQ(contents_of(file), before);
}

TEST_F(InitAgain, IsUndoneForEachOfSeveralTimes) {
  const std::string first = contents_of(cursor(server("one")));
  init({"--replace"});
  const std::string after_first = contents_of(toolboxes());
  const std::string second = contents_of(claude(server("two", R"(, "env": {"API_TOKEN": "t0ken-of-claude-2"})")));
  init({"--replace"});
  EXPECT_THAT(contents_of(toolboxes()), AllOf(HasSubstr("\"one\""), HasSubstr("\"two\"")));
  const Outcome last = run({"init", "--undo", "--last"});
  EXPECT_EQ(last.code, 0) << last.errors;
  EXPECT_EQ(contents_of(toolboxes()), after_first);
  EXPECT_FALSE(fs::exists(variables()));
  EXPECT_EQ(contents_of(path(".claude.json")), second);
  EXPECT_THAT(contents_of(path(".cursor/mcp.json")), HasSubstr("workbench"));
  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_FALSE(fs::exists(toolboxes()));
  EXPECT_EQ(contents_of(path(".cursor/mcp.json")), first);
  EXPECT_THAT(run({"init", "--undo"}).output, HasSubstr("nothing to undo"));
}

TEST_F(InitAgain, IsUndoneForAllClientsButTheOneWhoseFileCannotBeWritten) {
  cursor(server("one"));
  const std::string other = contents_of(claude(server("two", R"(, "args": ["x"])")));
  init({"--replace"});
  fs::remove_all(path(".cursor"));
  write(".cursor", "a file in the place of the folder");
  const Outcome undone = run({"init", "--undo", "--force"});
  EXPECT_EQ(undone.code, 2);
  EXPECT_THAT(undone.errors, AllOf(HasSubstr(".cursor/mcp.json cannot be written"),
                                   HasSubstr("workbench-config.json: stays, because a file that may need it")));
  EXPECT_EQ(contents_of(path(".claude.json")), other);
  EXPECT_TRUE(fs::exists(toolboxes()));
  fs::remove(path(".cursor"));
  EXPECT_EQ(run({"init", "--undo", "--force"}).code, 0);
  EXPECT_FALSE(fs::exists(toolboxes().parent_path())) << "an empty folder of ours";
}

TEST_F(InitAgain, IsUndoneInAFileThatItsClientHasRewritten) {
  claude(server("one", R"(, "env": {"API_TOKEN": "t0ken-of-claude-2"})"), R"(, "numStartups": 1)");
  init({"--replace"});
  std::string text = contents_of(path(".claude.json"));
  text.replace(text.find("\"numStartups\": 1"), 16, "\"numStartups\": 9, \"tips\": {\"a\": 1}");
  text.replace(text.find("\"command\""), 0, "\"type\": \"stdio\", ");
  write(".claude.json", text);
  const Outcome shown = run({"init", "--undo", "--dry-run"});
  EXPECT_THAT(shown.output, AllOf(HasSubstr("-"), HasSubstr("API_TOKEN"), Not(HasSubstr("t0ken"))));
  EXPECT_EQ(contents_of(path(".claude.json")), text);
  const Outcome undone = run({"init", "--undo"});
  EXPECT_EQ(undone.code, 0) << undone.errors;
  EXPECT_THAT(contents_of(path(".claude.json")),
              AllOf(HasSubstr("\"numStartups\": 9"), HasSubstr("\"tips\""), HasSubstr("t0ken-of-claude-2"),
                    HasSubstr("\"one\""), Not(HasSubstr("workbench"))));
}

TEST_F(InitAgain, ShowsAnUndoOfValuesThatLookLikeTheirMask) {
  cursor(server("fake", R"(, "env": {"DB_PASSWORD": "***", "API_TOKEN": "*"})"));
  init({"--replace"});
  EXPECT_EQ(run({"init", "--undo", "--dry-run"}).code, 0);
}

TEST_F(InitAgain, WritesNoNameThatTheWorkbenchWouldRefuse) {
  cursor(server("we\u200Bather"));
  init({"--replace"});
  EXPECT_THAT(contents_of(toolboxes()), HasSubstr("we-ather"));
}

TEST_F(InitAgain, DoesNotUndoOverAnEntryThatIsThereAgainUnlessForced) {
  const std::string before = contents_of(cursor(server("fake")));
  init({"--replace"});
  cursor(R"("fake": {"command": "another"})");
  const Outcome refused = run({"init", "--undo"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.errors, AllOf(HasSubstr("fake: exists again with other content"),
                                    HasSubstr("stays, because a client may still have the workbench")));
  EXPECT_TRUE(fs::exists(toolboxes()));
  EXPECT_THAT(contents_of(path(".cursor/mcp.json")), HasSubstr("another"));
  EXPECT_EQ(run({"init", "--undo", "--force"}).code, 0);
  EXPECT_THAT(contents_of(path(".cursor/mcp.json")), AllOf(HasSubstr(FAKE_SERVER), Not(HasSubstr("another"))));
}

TEST_F(InitAgain, KeepsWhatItsOwnerHasWrittenIntoTheToolboxesFileWhenItIsUndone) {
  cursor(server("one", R"(, "env": {"API_TOKEN": "t0ken-of-cursor-1"})"));
  init();
  std::string text = contents_of(toolboxes());
  text.replace(text.find("\"one\""), 0, server("own", R"(, "env": {"T": "${API_TOKEN}"})") + ", ");
  write(".config/mcp-workbench/workbench-config.json", text);
  const Outcome undone = run({"init", "--undo"});
  EXPECT_EQ(undone.code, 0) << undone.errors;
  EXPECT_THAT(contents_of(toolboxes()), AllOf(HasSubstr("own"), HasSubstr("envFile"), Not(HasSubstr("\"one\""))));
  EXPECT_THAT(contents_of(variables()), HasSubstr("API_TOKEN=t0ken-of-cursor-1"));
  EXPECT_EQ(run({"--check"}).code, 0);
}

TEST_F(InitAgain, WorksWhenSeveralRunAtTheSameTime) {
  cursor(server("one", R"(, "args": ["1"])"));
  claude(server("two"));
  std::vector<std::unique_ptr<Process>> processes;
  for (int number = 0; number != 4; ++number) processes.push_back(start_one({"init", "--yes", "--replace"}));
  for (const auto& process : processes) {
    process->close_input();
    (void)process->read_all();
    EXPECT_EQ(process->wait().code_or_signal, 0) << process->errors();
  }
  EXPECT_THAT(contents_of(toolboxes()), AllOf(HasSubstr("\"one\""), HasSubstr("\"two\"")));
  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_THAT(contents_of(path(".cursor/mcp.json")), AllOf(HasSubstr("\"one\""), Not(HasSubstr("workbench"))));
  EXPECT_FALSE(fs::exists(toolboxes()));
}

TEST_F(InitAgain, LeavesEveryFileWholeIfItEndsInTheMiddle) {
  std::string servers = server("fake");
  for (int number = 0; number != 8; ++number) {
    servers += ", " + server("s" + std::to_string(number), ", \"args\": [\"" + std::to_string(number) + "\"]");
  }
  const std::string clients = contents_of(cursor(servers));
  const std::string mine = R"({"toolboxes":{"web":{"description":"Mine.","mcpServers":{}}}})";
  write(".config/mcp-workbench/workbench-config.json", mine);
  for (const char* const blocks : {"0", "1", "2"}) {
    Process process({WORKBENCH_PROGRAM, "init", "--yes", "--replace"}, environment(),
                    Launch{.shell = {"cd '" + path("project").string() + "'", "ulimit -f " + std::string(blocks)},
                           .descriptors = {}});
    process.close_input();
    (void)process.read_all();
    const auto end = process.wait();
    EXPECT_TRUE(end.was_signalled || end.code_or_signal != 0);
    EXPECT_EQ(contents_of(toolboxes()), mine);
    EXPECT_EQ(contents_of(path(".cursor/mcp.json")), clients);
  }
  init({"--replace"});
  EXPECT_THAT(contents_of(toolboxes()), HasSubstr("\"s7\""));
  EXPECT_EQ(run({"init", "--undo"}).code, 0);
  EXPECT_EQ(contents_of(toolboxes()), mine);
  EXPECT_EQ(contents_of(path(".cursor/mcp.json")), clients);
}

TEST_F(InitAgain, WritesThroughLinksAndKeepsModes) {
  cursor(server("one"));
  fs::create_directories(path("dotfiles"));
  fs::rename(path(".cursor/mcp.json"), path("dotfiles/mcp.json"));
  fs::create_symlink("../dotfiles/mcp.json", path(".cursor/mcp.json"));
  ::chmod(path("dotfiles/mcp.json").c_str(), 0640);
  fs::create_directories(path(".config/mcp-workbench"));
  fs::create_symlink(path("dotfiles/toolboxes.json"), toolboxes());
  init({"--replace"});
  EXPECT_TRUE(fs::is_symlink(path(".cursor/mcp.json")));
  EXPECT_TRUE(fs::is_symlink(toolboxes()));
  struct ::stat found {};
  ASSERT_EQ(::stat(path("dotfiles/mcp.json").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0640U);
  ASSERT_EQ(::stat(path("dotfiles/toolboxes.json").c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
}

}  // namespace
