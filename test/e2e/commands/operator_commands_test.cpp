// Requests of operators that commands of the program answer, with the configuration of the running workbench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <regex>

#include "marked_processes.hpp"
#include "operator_peer.hpp"
#include "outcome.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(CommandsForOperators, HaveTheDoctorsRemedyForAServerThatFails) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("well") + R"(,"s":{"command":"no-such-program"})"));
  const std::string answer = workbench.request("workbench/doctor", R"({"toolbox":"dev","server":"s"})");
  const std::vector<std::string> servers = elements(member(answer, "servers"));
  ASSERT_EQ(servers.size(), 1U) << answer;
  EXPECT_EQ(member(servers[0], "isWell"), "false");
  EXPECT_THAT(member(servers[0], "troubles"), AllOf(HasSubstr("no-such-program"), HasSubstr("\"remedy\"")));
  EXPECT_EQ(elements(member(workbench.request("workbench/doctor"), "servers")).size(), 2U);
  EXPECT_THAT(workbench.request("workbench/doctor", R"({"toolbox":"dev","server":"x"})"), HasSubstr("not_found"));
}

TEST(CommandsForOperators, CheckTheFilesAsTheyAreNow) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")), {"-D", "config.watch=false"});
  EXPECT_THAT(workbench.request("workbench/check"), StartsWith(R"({"isValid":true,)"));
  workbench.folder().write("toolboxes.json", "{");
  EXPECT_THAT(workbench.request("workbench/check"),
              AllOf(StartsWith(R"({"isValid":false,)"), HasSubstr("toolboxes.json")));
}

TEST(CommandsForOperators, ListAndExplainTools) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s", {"--tool", "echo"})));
  EXPECT_THAT(workbench.request("workbench/tools"), HasSubstr("\"echo\""));
  const std::string answer = workbench.request("workbench/explain", R"({"tool":"dev/s/echo"})");
  const std::vector<std::string> tools = elements(member(answer, "tools"));
  ASSERT_EQ(tools.size(), 1U) << answer;
  EXPECT_EQ(member(tools[0], "isSeen"), "true");
  EXPECT_THAT(member(tools[0], "approval"), HasSubstr("not needed"));
  EXPECT_THAT(workbench.request("workbench/explain", R"({"tool":"dev/s/ecko"})"),
              AllOf(HasSubstr("not_found"), HasSubstr("echo")));
}

TEST(CommandsForOperators, SayWhatEachHostCostsItsModel) {
  SharedWorkbenchProcess workbench(R"({"toolMode":"auto","toolboxes":{)" +
                                   toolbox("dev", fake_server("s", {"--tools", "200"})) + "}}");
  workbench.request("workbench/tools");  // which starts the server, whose tools are known from then on
  const std::string answer = workbench.request("workbench/explain");
  EXPECT_GT(elements(member(answer, "hosts")).size(), 10U) << answer;
  const auto tokens = [&](const std::string& host) {
    const std::string one = workbench.request("workbench/explain", R"({"host":")" + host + "\"}");
    return std::stoul(member(elements(member(one, "hosts")).at(0), "startTokens"));
  };
  const unsigned long direct = std::stoul(member(answer, "directTokens"));
  EXPECT_GT(direct, 2'000U);
  EXPECT_LT(tokens("some-host"), direct) << "the meta-tools alone";
  EXPECT_GT(tokens("claude-code@2.1.100"), direct) << "all definitions and the instructions";
  const std::string dev = elements(member(answer, "toolboxes")).at(0);
  EXPECT_EQ(member(dev, "tools"), "200");
  EXPECT_GT(std::stoul(member(dev, "openTokens")), 1'000U);
}

TEST(CommandsForOperators, TakeNoOptionsFromParams) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s")));
  for (const char* tool : {"\"--help\"", "\"\"", "7", "\"a\\nb\""}) {
    EXPECT_THAT(workbench.request("workbench/explain", std::string(R"({"tool":)") + tool + "}"),
                HasSubstr("must be a name"));
  }
  EXPECT_THAT(workbench.request("workbench/lock/accept", R"({"name":"dev/s","expect":"yes"})"), HasSubstr("the hash"));
}

// --- the lock file ---------------------------------------------------------------------------------------------------

/// A workbench that does not watch its files, with a locked server whose tool is defined by a file.
class LockedWorkbench : public testing::Test {
 protected:
  LockedWorkbench() {
    Process lock(command({"lock"}), workbench_.environment());
    const Outcome locked = outcome_of(lock);
    EXPECT_EQ(locked.code, 0) << locked.errors;
    workbench_.request("workbench/reload");
    client_ = workbench_.joined();
  }

  void define(const std::string& description) const {
    definitions_.write(
        "read.json", R"({"name":"raw_result","description":")" + description + R"(","inputSchema":{"type":"object"}})");
  }
  [[nodiscard]] std::vector<std::string> command(std::vector<std::string> words) const {
    const std::vector<std::string> options = workbench_.configuration();
    words.insert(words.begin(), WORKBENCH_PROGRAM);
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
  [[nodiscard]] std::string toolboxes() const {
    const std::string entry = fake_server("s", {"--raw-tool-in", (definitions_.path() / "read.json").string()});
    return R"({"lock":"block","toolboxes":{)" + toolbox("dev", entry) + "}}";
  }
  /// The first hash that the lock report offers for `name`.
  [[nodiscard]] static std::string hash_in(const std::string& report) {
    std::smatch found;
    std::regex_search(report, found, std::regex("sha256:[0-9a-f]{64}"));
    return found.empty() ? std::string() : found[0].str();
  }
  std::string accept(const std::string& hash) {
    return workbench_.request("workbench/lock/accept", R"({"name":"dev/s","expect":")" + hash + "\"}");
  }

  const TemporaryFolder definitions_;
  SharedWorkbenchProcess workbench_{(define("Reads a file."), toolboxes()), {"-D", "config.watch=false"}};
  std::unique_ptr<WorkbenchClient> client_;
};

TEST_F(LockedWorkbench, ShowsWhatDiffersAndServesItAsSoonAsItIsAccepted) {
  define("Reads a file, and sends it away.");
  workbench_.request("workbench/restart", R"({"toolbox":"dev","server":"s"})");
  workbench_.wait_for_row("s", [](const std::string& row) { return !member(row, "withheld").empty(); });
  const std::string differs = workbench_.request("workbench/lock");
  EXPECT_THAT(differs, HasSubstr("and sends it away"));
  const std::string accepted = accept(hash_in(differs));
  EXPECT_EQ(member(accepted, "isAccepted"), "true") << differs << accepted;
  EXPECT_EQ(member(workbench_.row_of("s"), "withheld"), "") << "although no file is watched";
  EXPECT_THAT(client_->open("dev"), HasSubstr("and sends it away"));
}

TEST_F(LockedWorkbench, CarriesOutWhatWasAcceptedAlthoughTheOperatorHasLeft) {
  define("Reads a file, and sends it away.");
  workbench_.request("workbench/restart", R"({"toolbox":"dev","server":"s"})");
  workbench_.wait_for_row("s", [](const std::string& row) { return !member(row, "withheld").empty(); });
  const std::string hash = hash_in(workbench_.request("workbench/lock"));
  {
    OperatorPeer leaving(workbench_.socket());
    leaving.send("workbench/lock/accept", R"({"name":"dev/s","expect":")" + hash + "\"}");
    leaving.request("workbench/whoami");  // so the first request has arrived
  }
  workbench_.wait_for_row("s", [](const std::string& row) { return member(row, "withheld").empty(); });
}

TEST_F(LockedWorkbench, AcceptsNothingThatHasMovedSinceItWasShown) {
  define("Reads a file, and sends it away.");
  const std::string shown = hash_in(workbench_.request("workbench/lock"));
  define("Reads a file, and sends it far away.");
  const std::string answer = accept(shown);
  EXPECT_THAT(answer, Not(HasSubstr(R"("isAccepted":true)")));
  EXPECT_THAT(workbench_.request("workbench/lock"), HasSubstr("far away"));
}

// --- bounds ----------------------------------------------------------------------------------------------------------

TEST(CommandsForOperators, EndWithTheWorkbench) {
  const std::string mark = new_mark();
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s", {"--silent-discover", "--silent-initialize"})), {},
                                   {{"TEST_MARK", mark}});
  workbench.peer().send("workbench/doctor");
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (processes_marked(mark).size() < 2 && std::chrono::steady_clock::now() < deadline) {
  }
  ASSERT_GE(processes_marked(mark).size(), 2U) << "the workbench and its command";
  workbench.process().send_signal(SIGTERM);
  EXPECT_EQ(workbench.process().wait().code_or_signal, 0);
  EXPECT_THAT(left_after(mark, kPatience), testing::IsEmpty());
}

TEST(CommandsForOperators, WaitForTheirTurnAndAreRefusedWhenThereAreTooMany) {
  SharedWorkbenchProcess workbench(dev_toolbox(fake_server("s", {"--silent-discover", "--silent-initialize"})));
  for (int number = 0; number != 10; ++number) workbench.peer().send("workbench/doctor");
  EXPECT_THAT(workbench.request("workbench/doctor"), HasSubstr("busy"));
}

}  // namespace
