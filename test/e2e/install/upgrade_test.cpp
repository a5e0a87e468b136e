// mcp-workbench upgrade, while clients are connected and while none is.

#include <gmock/gmock.h>

#include <atomic>
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
};

TEST_F(AnUpgrade, LosesNoCallOfThreeJoinedClients) {
  configure();
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  const fs::path next = tree("2.0.0");
  std::vector<std::unique_ptr<JoinedClient>> clients;
  for (int number = 0; number != 3; ++number) clients.push_back(joined());
  std::atomic<bool> is_over = false;
  std::vector<int> calls(3);
  std::vector<std::thread> callers;
  for (std::size_t number = 0; number != 3; ++number) {
    callers.emplace_back([&, number] {
      const std::string server = clients[number]->call("pid");
      // Two more than were answered when the upgrade had ended.
      for (int after = 0; after != 2; after += is_over ? 1 : 0, ++calls[number]) {
        EXPECT_EQ(clients[number]->call("pid"), server);
      }
    });
  }
  const Outcome outcome = run_of(next, {"upgrade"});
  is_over = true;
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("It is current now, in place of 1.0.0."),
                                    HasSubstr("3 open sessions of a shared workbench continue")));
  for (const int count : calls) EXPECT_GT(count, 2);
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

TEST_F(AnUpgrade, TakesTheTreeOutOfAnArchive) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  tree("2.0.0");
  const fs::path archive = path("next.tar.xz");
  EXPECT_EQ(run("/usr/bin/tar", {"-cJf", archive.string(), "-C", folder_.path().string(), "download-2.0.0"}).code, 0);
  const Outcome outcome = run(current(), {"upgrade", "--from", archive.string()});
  EXPECT_EQ(outcome.code, 0) << outcome.errors;
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "2.0.0");
  EXPECT_THAT(run(current(), {"--version"}).output, HasSubstr("2.0.0"));
  for (const auto& entry : fs::directory_iterator(copies())) {
    EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr("staged")));
  }
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

TEST_F(AnUpgrade, IsTakenBackByAnInstallationOfTheCopyBefore) {
  EXPECT_EQ(run_of(tree("1.0.0"), {"install"}).code, 0);
  EXPECT_EQ(run_of(tree("2.0.0"), {"upgrade"}).code, 0);
  EXPECT_EQ(run_of(copies() / "1.0.0", {"install"}).code, 0);
  EXPECT_EQ(fs::read_symlink(copies() / "current"), "1.0.0");
}

}  // namespace
