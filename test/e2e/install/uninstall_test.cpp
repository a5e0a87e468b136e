// mcp-workbench uninstall: what it restores, what it removes, and when it refuses.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>

#include <algorithm>
#include <cstdint>

#include <workbench/file_descriptor.hpp>

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

TEST_F(AnUninstallation, KeepsTheProgramWhileAFileOfAClientCannotBeRead) {
  initialize();
  fs::resize_file(home(".cursor/mcp.json"), std::uintmax_t{17} << 20);
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr(".cursor/mcp.json: is larger than"), HasSubstr("the program stays")));
  EXPECT_EQ(contents_of(home(".claude.json")), kClaude) << "the others are restored";
  EXPECT_TRUE(fs::exists(current()));
  EXPECT_TRUE(fs::exists(home(".config/mcp-workbench/workbench-config.json")));
  fs::resize_file(home(".cursor/mcp.json"), 0);
  write(home(".cursor/mcp.json"), "{}");
  EXPECT_EQ(run(current(), {"uninstall", "--force"}).code, 0);
}

TEST_F(AnUninstallation, RestoresWhatClientsHaveRewrittenAndKeepsWhatAFileHadThatIsGone) {
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
  const std::vector<std::string> kept = files_in(".local");
  ASSERT_THAT(kept, testing::Contains(testing::EndsWith("/before")).Times(1));
  const std::string before =
      *std::find_if(kept.begin(), kept.end(), [](const auto& file) { return file.ends_with("/before"); });
  EXPECT_EQ(contents_of(before), kCursor);
  EXPECT_THAT(outcome.output, HasSubstr(before + ": stays"));
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

TEST_F(AnUninstallation, WaitsForAnInstallThatRunsBeforeItChangesAnything) {
  initialize();
  const std::string entry = contents_of(home(".cursor/mcp.json"));
  workbench::FileDescriptor lock(::open((copies() / "lock").c_str(), O_RDWR | O_CLOEXEC));
  ASSERT_EQ(::flock(lock.get(), LOCK_EX | LOCK_NB), 0);
  Process uninstall({"/bin/sh", "-c", "exec \"$0\" uninstall 2>&1", current().string()}, environment());
  EXPECT_THAT(uninstall.read_line().value_or(""), HasSubstr("waits for another process"));
  EXPECT_EQ(contents_of(home(".cursor/mcp.json")), entry);
  lock.close();
  const std::string output = uninstall.read_all();
  EXPECT_EQ(uninstall.wait().code_or_signal, 0) << output;
  EXPECT_EQ(contents_of(home(".cursor/mcp.json")), kCursor);
  EXPECT_FALSE(fs::exists(copies()));
}

TEST_F(AnUninstallation, KeepsClientsFromStartingACopyThatIsBeingRemoved) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const workbench::FileDescriptor copy(::open((copies() / "1.0.0").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ASSERT_EQ(::flock(copy.get(), LOCK_EX | LOCK_NB), 0);
  const Outcome outcome = run(current(), {"status"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("1.0.0 is being removed"));
}

TEST_F(AnUninstallation, SaysThatItHasEndedAWorkbenchBeforeItRefuses) {
  configure();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  auto session = joined();
  session->process().close_input();
  session->process().wait();
  JoinedClient alone({current().string()}, environment());
  const Outcome outcome = run(current(), {"uninstall"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("workbench-config.json: ended"));
  EXPECT_THAT(outcome.errors, HasSubstr("Nothing else was changed"));
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
