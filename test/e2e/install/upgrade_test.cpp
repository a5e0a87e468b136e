// mcp-workbench upgrade, while clients are connected and while none is.

#include <gmock/gmock.h>

#include <thread>

#include "machine.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AnUpgrade : public Machine {
 protected:
  /// Of the shared workbench that the current copy finds: the tree that it runs from.
  std::string program_of_workbench() {
    const std::string pid = member(run(current(), {"status", "--json"}).output, "pid");
    return fs::read_symlink("/proc/" + pid + "/exe").string();
  }

  /// And that it runs, and nothing is left of the copying.
  void expect_current(const std::string& version) const {
    EXPECT_EQ(fs::read_symlink(copies() / "current"), version);
    EXPECT_THAT(run(current(), {"--version"}).output, HasSubstr(version));
    for (const auto& entry : fs::directory_iterator(copies())) {
      EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("staged")));
    }
  }
};

TEST_F(AnUpgrade, LosesNoCallOfThreeJoinedClients) {
  configure();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const fs::path next = tree("2.0.0");
  std::vector<std::unique_ptr<JoinedClient>> clients;
  for (int number = 0; number != 3; ++number) clients.push_back(joined());
  const std::string server = clients.front()->call("pid");
  const auto call_all = [&] {
    for (const auto& client : clients) EXPECT_EQ(client->call("pid"), server);
  };
  Process upgrade({(next / "bin/mcp-workbench").string(), "upgrade"}, environment());
  int rounds = 0;
  for (; fs::read_symlink(copies() / "current") == "1.0.0"; ++rounds) call_all();
  EXPECT_GT(rounds, 1) << "calls while the tree was copied";
  call_all();
  const std::string output = upgrade.read_all();
  EXPECT_EQ(upgrade.wait().code_or_signal, 0) << upgrade.errors();
  call_all();
  EXPECT_THAT(output, AllOf(HasSubstr("It is current now, in place of 1.0.0."),
                            HasSubstr("3 open sessions of a shared workbench continue"),
                            HasSubstr("Still running, until their clients end or are restarted: 1.0.0")));
  const auto later = joined();
  EXPECT_THAT(program_of_workbench(), HasSubstr("/2.0.0/"));
  EXPECT_NE(later->call("pid"), clients.front()->call("pid"));
}

TEST_F(AnUpgrade, KeepsAVersionAsLongAsASessionUsesItAndTheOneBeforeInAnyCase) {
  configure();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  auto session = joined();
  EXPECT_EQ(run_of(tree("2.0.0"), {"upgrade"}).code, 0);
  const Outcome third = run_of(tree("3.0.0"), {"upgrade"});
  EXPECT_TRUE(fs::exists(copies() / "1.0.0")) << third.output;
  EXPECT_TRUE(fs::exists(copies() / "2.0.0"));
  EXPECT_THAT(session->call("pid"), Not(HasSubstr("ended")));
  session.reset();
  for (const pid_t workbench : workbenches_) {
    ::kill(workbench, SIGTERM);
    while (::kill(workbench, 0) == 0) std::this_thread::yield();
  }
  workbenches_.clear();
  const Outcome fourth = run_of(tree("4.0.0"), {"upgrade"});
  EXPECT_THAT(fourth.output,
              AllOf(HasSubstr("mcp-workbench 1.0.0: removed"), HasSubstr("mcp-workbench 2.0.0: removed")));
  EXPECT_TRUE(fs::exists(copies() / "3.0.0"));
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "4.0.0");
}

/// tar finds out how an archive is compressed; here it is not, because xz takes half a minute for it.
TEST_F(AnUpgrade, TakesTheTreeOutOfAnArchive) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  tree("2.0.0");
  const fs::path archive = path("next.tar");
  EXPECT_EQ(run("/usr/bin/tar", {"-cf", archive.string(), "-C", folder_.path().string(), "download-2.0.0"}).code, 0);
  const Outcome outcome = run(current(), {"upgrade", "--from", archive.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  expect_current("2.0.0");
}

TEST_F(AnUpgrade, TakesTheTreeOutOfAnArchiveWithoutATopFolder) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const fs::path archive = path("flat.tar");
  EXPECT_EQ(run("/usr/bin/tar", {"-cf", archive.string(), "-C", tree("2.0.0").string(), "."}).code, 0);
  const Outcome outcome = run(current(), {"upgrade", "--from", archive.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  expect_current("2.0.0");
}

TEST_F(AnUpgrade, CopiesAFolderBesideTheCopiesThatIsNotOneOfThem) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  fs::copy(tree("2.0.0"), copies() / ".staged-earlier", fs::copy_options::recursive);
  EXPECT_EQ(run(current(), {"upgrade", "--from", (copies() / ".staged-earlier").string()}).code, 0);
  expect_current("2.0.0");
}

TEST_F(AnUpgrade, ChangesNothingIfThereIsNoTreeWhereItIsNamed) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  write(path("text.tar.xz"), "not an archive");
  fs::create_directories(path("empty"));
  for (const auto& [source, sentence] : std::map<std::string, std::string>{
           {"text.tar.xz", "cannot be unpacked"}, {"empty", "is not a tree of the program"}, {"gone", "there is no"}}) {
    const Outcome outcome = run(current(), {"upgrade", "--from", path(source).string()});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.errors, HasSubstr(sentence));
  }
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0");
}

TEST_F(AnUpgrade, ByTheCurrentVersionItselfSaysHowToNameANewOne) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const Outcome outcome = run(current(), {"upgrade"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_THAT(outcome.errors, AllOf(HasSubstr("npx -y mcp-workbench@latest upgrade"), HasSubstr("--from")));
}

TEST_F(AnUpgrade, NamesAnEntryOfAClientThatItDoesNotChange) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  write(home(".cursor/mcp.json"), R"({"mcpServers": {
    "old": {"command": ")" + (copies() / "1.0.0/bin/mcp-workbench").string() +
                                      R"("},
    "same": {"command": ")" + current().string() +
                                      R"("}}})");
  const Outcome outcome = run_of(tree("2.0.0"), {"upgrade"});
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("\"old\" starts"), Not(HasSubstr("\"same\" starts"))));
}

TEST_F(AnUpgrade, ToAnEarlierVersionSaysThatItIsOne) {
  EXPECT_EQ(run_of(tree("2.0.0"), {"install"}).code, 0);
  EXPECT_THAT(run_of(tree("2.0.0-rc.2"), {"upgrade"}).output, HasSubstr("in place of the newer 2.0.0."));
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "2.0.0-rc.2");
  EXPECT_THAT(run_of(tree("2.0.0-rc.1"), {"install"}).output, HasSubstr("in place of the newer 2.0.0-rc.2."));
  EXPECT_THAT(run_of(tree("2.0.0-rc.10"), {"install"}).output, HasSubstr("in place of 2.0.0-rc.1."));
}

TEST_F(AnUpgrade, IsTakenBackByAnInstallationOfTheCopyBefore) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  EXPECT_EQ(run_of(tree("2.0.0"), {"upgrade"}).code, 0);
  EXPECT_EQ(run_of(copies() / "1.0.0", {"install"}).code, 0);
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0");
}

}  // namespace
