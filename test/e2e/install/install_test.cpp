// mcp-workbench install, and init where the program is in a cache.

#include <gmock/gmock.h>

#include "machine.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AnInstallation : public Machine {
 protected:
  /// Cursor, in the home folder at `home`.
  fs::path configure_client(const fs::path& home) const {
    return write(home / ".cursor/mcp.json", R"({"mcpServers": {"fake": {"command": ")" FAKE_SERVER R"("}}})");
  }
  /// As GNU stow leaves it.
  void make_folder_of_links_a_link() const {
    fs::create_directories(home("dotfiles/bin"));
    fs::create_directories(home(".local"));
    fs::create_directory_symlink("../dotfiles/bin", home(".local/bin"));
  }
  [[nodiscard]] std::string version_by_link() const {
    return run(home(".local/bin/mcp-workbench"), {"--version"}).output;
  }
  [[nodiscard]] Outcome run_at_home(const fs::path& home, const std::vector<std::string>& command) const {
    auto variables = environment();
    variables["HOME"] = home.string();
    Process process(command, variables, Launch{{"cd '" + path("project").string() + "'"}, {}});
    return outcome_of(process);
  }
};

TEST_F(AnInstallation, IsTheWholeTreeUnderItsVersionWithLinksToIt) {
  const Outcome outcome = run_of(tree("1.0.0"), {"install"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("mcp-workbench 1.0.0: copied to " + (copies() / "1.0.0").string()),
                                    HasSubstr(home(".local/bin").string() + " is not in PATH")));
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0");
  EXPECT_EQ(fs::read_symlink(home(".local/bin/mcp-workbench")), "../share/mcp-workbench/current/bin/mcp-workbench");
  fs::remove_all(path("download-1.0.0"));
  EXPECT_THAT(run(home(".local/bin/mcp-workbench"), {"--list-plugins"}).output, HasSubstr("stdio-transport"));
}

TEST_F(AnInstallation, OfTheSameTreeAgainCopiesNothing) {
  const fs::path root = tree("1.0.0");
  EXPECT_EQ(run_of(root, {"install"}).code, 0);
  const auto time = fs::last_write_time(copies() / "1.0.0");
  const Outcome again = run_of(root, {"install"});
  EXPECT_EQ(again.code, 0) << again.errors;
  EXPECT_THAT(again.output, AllOf(HasSubstr("already"), Not(HasSubstr("copied"))));
  EXPECT_EQ(fs::last_write_time(copies() / "1.0.0"), time);
}

TEST_F(AnInstallation, OfAnotherTreeWithTheSameVersionLeavesTheFirstCopyAlone) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  EXPECT_EQ(run_of(tree("1.0.0", "later"), {"install"}).code, 0);
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0-2");
  EXPECT_EQ(contents_of(copies() / "1.0.0/share/mcp-workbench/mark"), "");
  EXPECT_EQ(contents_of(copies() / "current/share/mcp-workbench/mark"), "later");
}

TEST_F(AnInstallation, LeavesAnotherProgramOfItsNameAlone) {
  write(home(".local/bin/mcp-workbench"), "mine");
  const Outcome outcome = run_of(tree("1.0.0"), {"install"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("is something else, and stays"));
  EXPECT_EQ(contents_of(home(".local/bin/mcp-workbench")), "mine");
}

TEST_F(AnInstallation, IsStartedByItsLinkAlsoInAFolderThatIsALink) {
  make_folder_of_links_a_link();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  EXPECT_THAT(version_by_link(), HasSubstr("1.0.0"));
  EXPECT_THAT(run_of(tree("2.0.0"), {"install"}).output, Not(HasSubstr("starts it")));
  EXPECT_THAT(version_by_link(), HasSubstr("2.0.0"));
  EXPECT_EQ(run(current(), {"uninstall"}).code, 0);
  EXPECT_FALSE(fs::is_symlink(home("dotfiles/bin/mcp-workbench")));
}

TEST_F(AnInstallation, RepairsItsLinkIfThatLeadsNowhere) {
  make_folder_of_links_a_link();
  fs::create_symlink("../share/mcp-workbench/current/bin/mcp-workbench", home(".local/bin/mcp-workbench"));
  EXPECT_THAT(run_of(tree("1.0.0"), {"install"}).output, HasSubstr("starts it"));
  EXPECT_THAT(version_by_link(), HasSubstr("1.0.0"));
}

TEST_F(AnInstallation, LeavesTheFilesBesideItsLinkAlone) {
  write(home(".local/bin/mcp-workbench.new"), "mine");
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  EXPECT_EQ(contents_of(home(".local/bin/mcp-workbench.new")), "mine");
}

TEST_F(AnInstallation, IsNotMadeOfATreeThatTheCopiesAreIn) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  fs::remove(home(".local/bin/mcp-workbench"));
  fs::copy(tree("2.0.0"), home(".local"), fs::copy_options::recursive);
  for (const char* command : {"install", "upgrade"}) {
    const Outcome outcome = run_of(home(".local"), {command});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.errors, AllOf(HasSubstr("has the folder of your copies in it"),
                                      HasSubstr(home(".local/bin/mcp-workbench").string())));
  }
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0");
}

TEST_F(AnInstallation, IsNotMadeOfATreeWithALinkThatLeadsOutOfIt) {
  const fs::path root = tree("1.0.0");
  fs::create_symlink("/etc/passwd", root / "share/mcp-workbench/link");
  const Outcome outcome = run_of(root, {"install"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("is a link out of the tree"));
  EXPECT_FALSE(fs::exists(copies() / "1.0.0"));
  EXPECT_FALSE(fs::exists(copies() / "current"));
}

TEST_F(AnInstallation, IsMadeByInitOutOfACacheSoThatClientsDoNotDependOnIt) {
  configure_client(path("home"));
  const Outcome outcome = run_of(tree("1.0.0"), {"init", "--yes", "--replace"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("may be removed at any time"), HasSubstr("copied to"),
                                    HasSubstr("Restart Cursor, to read its file again.")));
  fs::remove_all(path("download-1.0.0"));
  EXPECT_THAT(contents_of(home(".cursor/mcp.json")), HasSubstr("\"command\": \"" + current().string() + "\""));
  const std::string toolboxes = contents_of(home(".config/mcp-workbench/workbench-config.json"));
  EXPECT_THAT(toolboxes,
              AllOf(HasSubstr((copies() / "current/share/mcp-workbench").string()), Not(HasSubstr("download-1.0.0"))));
  EXPECT_EQ(run(current(), {"call", "main/fake/pid"}).code, 0);
}

TEST_F(AnInstallation, ByInitLeavesANewerCurrentCopyToTheClients) {
  EXPECT_EQ(run_of(tree("2.0.0"), {"install"}).code, 0);
  const fs::path client = configure_client(path("home"));
  const Outcome outcome = run_of(tree("2.0.0-rc.1"), {"init", "--yes", "--replace"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, HasSubstr("mcp-workbench 2.0.0 is current and newer, and stays; to use 2.0.0-rc.1: " +
                                        (copies() / "2.0.0-rc.1/bin/mcp-workbench").string() + " install"));
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "2.0.0");
  EXPECT_THAT(contents_of(client), HasSubstr("\"command\": \"" + current().string() + "\""));
}

/// The files of clients are text in UTF-8.
TEST_F(AnInstallation, IsNotWrittenIntoClientsByAPathThatIsNotUtf8) {
  const fs::path strange = path("h\xff");
  const fs::path client = configure_client(strange);
  const std::string before = contents_of(client);
  const std::string program = (tree("1.0.0") / "bin/mcp-workbench").string();
  const Outcome outcome = run_at_home(strange, {program, "init", "--yes", "--replace"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("is not UTF-8"));
  EXPECT_EQ(contents_of(client), before);
  EXPECT_FALSE(fs::exists(strange / ".config"));
  EXPECT_EQ(run_at_home(strange, {program, "init", "--yes"}).code, 0) << "which changes no client";
}

/// /sys: a folder that not even root can write to.
TEST_F(AnInstallation, GivesTheReasonWhyAHomeCannotBeWritten) {
  for (const char* command : {"install", "init"}) {
    const Outcome outcome = run_at_home("/sys", {(tree("1.0.0", command) / "bin/mcp-workbench").string(), command});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.errors, AllOf(HasSubstr("/sys/.local"), Not(HasSubstr("No such file"))));
  }
}

TEST_F(AnInstallation, IsNotMadeByInitThatOnlyShows) {
  configure_client(path("home"));
  const Outcome outcome = run_of(tree("1.0.0"), {"init", "--dry-run", "--replace"});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("The program would be copied"), HasSubstr(current().string())));
  EXPECT_FALSE(fs::exists(copies()));
}

}  // namespace
