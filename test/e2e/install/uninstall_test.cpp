// mcp-workbench uninstall: what it restores, what it removes, and when it refuses.

#include <gmock/gmock.h>

#include "machine.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class AnUninstallation : public Machine {
 protected:
  static constexpr const char* kCursor = R"({"mcpServers": {"fake": {"command": ")" FAKE_SERVER R"("}}})";
  static constexpr const char* kClaude =
      R"({"mcpServers": {"other": {"command": ")" FAKE_SERVER R"(", "args": ["--modern"]}}, "numStartups": 1})";

  void initialize() const {
    write(home(".cursor/mcp.json"), kCursor);
    write(home(".claude.json"), kClaude);
    const Outcome outcome = run_of(tree("1.0.0"), {"init", "--yes", "--replace"});
    EXPECT_EQ(outcome.code, 0) << outcome.errors;
  }
  /// What is left below a folder of the home, but for the folders themselves.
  [[nodiscard]] std::vector<std::string> files_in(const std::string& folder) const {
    std::vector<std::string> files;
    if (!fs::exists(home(folder))) return files;
    for (const auto& entry : fs::recursive_directory_iterator(home(folder))) {
      if (!entry.is_directory() || entry.is_symlink()) files.push_back(entry.path().string());
    }
    return files;
  }
};

TEST_F(AnUninstallation, LeavesTheFilesOfClientsAsBeforeAndNothingOfOurs) {
  initialize();
  EXPECT_EQ(run(current(), {"list"}).code, 0);  // fills the caches
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(contents_of(home(".cursor/mcp.json")), kCursor);
  EXPECT_EQ(contents_of(home(".claude.json")), kClaude);
  for (const char* folder : {".local", ".config", ".cache"}) EXPECT_THAT(files_in(folder), IsEmpty());
  EXPECT_FALSE(fs::exists(home(".config/mcp-workbench")));
  EXPECT_FALSE(fs::exists(path("run/mcp-workbench")));
}

TEST_F(AnUninstallation, RestoresWhatClientsHaveRewrittenAndPassesOverAFileThatIsGone) {
  initialize();
  std::string text = contents_of(home(".claude.json"));
  text.replace(text.find("\"numStartups\": 1"), 16, "\"numStartups\": 9");
  write(home(".claude.json"), text);
  fs::remove(home(".cursor/mcp.json"));
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr(".cursor/mcp.json: does not exist any more"));
  EXPECT_THAT(contents_of(home(".claude.json")),
              AllOf(HasSubstr("\"numStartups\": 9"), HasSubstr("\"other\""), Not(HasSubstr("workbench"))));
  EXPECT_FALSE(fs::exists(copies()));
}

TEST_F(AnUninstallation, RefusesWhileASessionIsOpenAndChangesNothing) {
  initialize();
  configure();
  const auto session = joined();
  const std::string entry = contents_of(home(".cursor/mcp.json"));
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("1 session is open: joined"), HasSubstr("--force")));
  EXPECT_EQ(contents_of(home(".cursor/mcp.json")), entry);
  EXPECT_THAT(session->call("pid"), Not(HasSubstr("ended")));
  session->process().close_input();
  session->process().wait();
  EXPECT_EQ(run(current(), {"uninstall", "--force"}).code, 0);
  EXPECT_FALSE(fs::exists(copies()));
}

TEST_F(AnUninstallation, RefusesWhileAClientRunsACopyByItself) {
  configure();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  JoinedClient alone({current().string()}, environment());
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("a client uses the version 1.0.0 by itself"));
  EXPECT_TRUE(fs::exists(current()));
}

TEST_F(AnUninstallation, EndsLoginsOnlyIfItIsTold) {
  const std::string plugins = "plugins.load=stdio-transport,filters,meta-tools," LOGIN_PLUGIN;
  fs::create_directories(path("store"));
  write(home(".config/mcp-workbench/workbench-config.json"),
        dev_toolbox(R"("s":{"transport":"scripted-logins","store":")" + path("store").string() +
                    R"(","login":"machine","kept":""})"));
  ASSERT_EQ(run(WORKBENCH_PROGRAM, {"login", "dev/s", "-D", plugins}).code, 0);
  EXPECT_THAT(run(WORKBENCH_PROGRAM, {"uninstall", "-D", plugins}).output, Not(HasSubstr("logged out")));
  const Outcome outcome = run(WORKBENCH_PROGRAM, {"uninstall", "--logins", "-D", plugins});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("dev/s: logged out"));
  EXPECT_THAT(run(WORKBENCH_PROGRAM, {"login", "-D", plugins}).output, HasSubstr("There is no login"));
}

TEST_F(AnUninstallation, NamesWhatStaysBecauseItIsTheUsersAndWhatItBreaks) {
  configure();
  write(home(".config/mcp-workbench/workbench.properties"), "log.level = debug\n");
  write(home(".local/state/mcp-workbench/logins/one.json"), "{}");
  write(home(".cursor/mcp.json"), R"({"mcpServers": {"mine": {"command": ")" + current().string() + R"("}}})");
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("workbench-config.json: stays"), HasSubstr("workbench.properties: stays"),
                                    HasSubstr("uninstall --logins")));
  EXPECT_THAT(outcome.errors, HasSubstr("\"mine\" starts"));
  EXPECT_TRUE(fs::exists(home(".local/state/mcp-workbench/logins/one.json")));
  EXPECT_EQ(run_of(path("download-1.0.0"), {"uninstall", "--logins"}).code, 0);
  EXPECT_FALSE(fs::exists(home(".local/state/mcp-workbench")));
  EXPECT_TRUE(fs::exists(home(".config/mcp-workbench/workbench-config.json")));
}

/// What was built may have been installed into ~/.local.
TEST_F(AnUninstallation, AdvisesToRemoveNoFolderThatOtherProgramsMayShare) {
  EXPECT_THAT(
      run(WORKBENCH_PROGRAM, {"uninstall"}).output,
      AllOf(HasSubstr("stays, in folders that may have files of other programs"), Not(HasSubstr("remove the folder"))));
}

}  // namespace
