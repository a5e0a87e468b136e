// init in the folder of a project: what is in it is imported only if it is named, and gets nothing of the user.

#include <gmock/gmock.h>
#include <signal.h>

#include "home.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class InitInAProject : public Home {
 protected:
  fs::path toolboxes() const { return path(".config/mcp-workbench/workbench-config.json"); }

  /// The project's file of VS Code.
  fs::path vscode() const {
    return write("project/.vscode/mcp.json", std::string(R"({
  "servers": { "theirs": { "command": ")") + FAKE_SERVER +
                                                 R"(", "args": ["${workspaceFolder}/x"] } }
})");
  }
};

TEST_F(InitInAProject, ImportsNothingOfItUnlessItIsNamed) {
  configure_two_clients();
  const fs::path file = vscode();
  write("project/.mcp.json", R"({"mcpServers": {"theirs-too": {"command": "evil"}}})");
  const Outcome outcome = run({"init", "--yes"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(file.string()), HasSubstr(".mcp.json"), HasSubstr("init --from FILE")));
  EXPECT_THAT(contents_of(toolboxes()), Not(HasSubstr("theirs")));
  const Outcome named = run({"init", "--yes", "--from", file.string()});
  EXPECT_EQ(named.code, 0) << named.errors;
  EXPECT_THAT(contents_of(toolboxes()),
              AllOf(HasSubstr("fake"), HasSubstr("\"theirs\""), Not(HasSubstr("theirs-too"))));
}

TEST_F(InitInAProject, WithNothingElseSaysHowToImportIt) {
  vscode();
  const Outcome outcome = run({"init", "--yes"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("init --from FILE"));
  EXPECT_FALSE(fs::exists(toolboxes()));
}

TEST_F(InitInAProject, WithoutAHomeDoesNotTakeItForTheHome) {
  write("project/.cursor/mcp.json", R"({"mcpServers": {"theirs": {"command": "evil"}}})");
  write("project/.claude.json", R"({"mcpServers": {"theirs": {"command": "evil"}}})");
  auto environment = this->environment();
  environment["HOME"] = "";
  environment["XDG_STATE_HOME"] = path("state").string();
  Process process({WORKBENCH_PROGRAM, "init", "--yes", "--config", path("out.json").string()}, environment,
                  Launch{.shell = {"cd '" + path("project").string() + "'"}, .descriptors = {}});
  process.close_input();
  EXPECT_THAT(process.read_all(), Not(HasSubstr("theirs")));
  EXPECT_EQ(process.wait().code_or_signal, 2);
  EXPECT_FALSE(fs::exists(path("out.json")));
}

TEST_F(InitInAProject, LeavesItsFilesAsTheyAreUnlessTheyAreNamed) {
  configure_two_clients();
  const fs::path file = vscode();
  const std::string before = contents_of(file);
  EXPECT_EQ(run({"init", "--yes", "--replace"}).code, 0);
  EXPECT_EQ(contents_of(file), before);
}

TEST_F(InitInAProject, PutsNothingOfTheUserIntoAFileThatIsNamed) {
  for (const std::string& name : {std::string("project/.vscode/mcp.json"), std::string("project/docs/example.json"),
                                  std::string("elsewhere/.claude.json")}) {
    const std::string key = name.find("vscode") == std::string::npos ? "mcpServers" : "servers";
    const fs::path file = write(
        name, "{\"" + key + "\": {\"x" + std::to_string(name.size()) + R"(": {"command": ")" + FAKE_SERVER + R"("}}})");
    const Outcome outcome = run({"init", "--yes", "--replace", "--from", file.string()});
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
    EXPECT_THAT(outcome.output, HasSubstr("others may use it, too"));
    EXPECT_THAT(contents_of(file),
                AllOf(HasSubstr(R"("command": "mcp-workbench", "args": ["--join"])"), Not(HasSubstr(path("").string())),
                      Not(HasSubstr("--config")), Not(HasSubstr(WORKBENCH_PROGRAM))));
  }
}

TEST_F(InitInAProject, LeavesAFileThatIsNamedAloneIfItWouldNeedAPathOfTheUser) {
  const fs::path file = vscode();
  const std::string before = contents_of(file);
  const Outcome outcome =
      run({"init", "--yes", "--replace", "--from", file.string(), "--config", path("mine.json").string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("not changed: others may use it"));
  EXPECT_EQ(contents_of(file), before);
}

TEST_F(InitInAProject, LetsEachOfTwoSessionsWorkInItsOwn) {
  write(".cursor/mcp.json",
        std::string(R"({"mcpServers": {"fake": {"command": ")") + FAKE_SERVER +
            R"(", "env": {"ROOT": "${workspaceFolder}/src", "START": "${env:PWD}"}, "args": []}}})");
  EXPECT_EQ(run({"init", "--yes", "--replace"}).code, 0);
  auto environment = this->environment();
  environment["XDG_RUNTIME_DIR"] = path("run").string();
  std::vector<std::unique_ptr<WorkbenchClient>> clients;
  for (const char* const folder : {"run", "a", "b"}) fs::create_directories(path(folder));
  for (const char* const project : {"a", "b"}) {
    const std::vector<std::string> options{"--join", "-D", "workbench.toolboxes=" + toolboxes().string()};
    clients.push_back(std::make_unique<WorkbenchClient>("{}", options, environment,
                                                        Launch{{"cd '" + path(project).string() + "'"}, {}}));
    clients.back()->initialize();
    clients.back()->open("main");
    EXPECT_EQ(clients.back()->use_text("main", "fake", "env", R"({"name":"ROOT"})"), path(project).string() + "/src");
    EXPECT_EQ(clients.back()->use_text("main", "fake", "env", R"({"name":"START"})"), path(project).string());
  }
  Process status({WORKBENCH_PROGRAM, "status", "--json", "-c", toolboxes().string()}, environment);
  status.close_input();
  const std::string answer = status.read_all();
  const std::size_t pid = answer.find("\"pid\":");
  ASSERT_NE(pid, std::string::npos) << answer << status.errors();
  ::kill(std::stoi(answer.substr(pid + 6)), SIGKILL);
}

}  // namespace
