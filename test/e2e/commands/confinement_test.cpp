// Servers whose entries ask for confinement: what they may not do, and what clients and people see of it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "command_run.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kConfined[] = R"("sandboxEnabled":true)";

std::string confined_and_free(const std::string& members = kConfined) {
  return dev_toolbox(fake_server("confined", {}, members) + "," + fake_server("free"));
}

std::string call_for(const std::filesystem::path& file) {
  return R"({"path":)" + quoted(file.string()) + "}";
}

class AConfinedServer : public testing::Test {
 protected:
  TemporaryFolder outside_;
};

TEST_F(AConfinedServer, WritesNowhereButWhereItMayWhileItsNeighbourDoes) {
  WorkbenchClient client(confined_and_free());
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use("dev", "confined", "write_file", call_for(outside_.path() / "a")),
              HasSubstr("ermission denied"));
  EXPECT_FALSE(std::filesystem::exists(outside_.path() / "a"));
  EXPECT_THAT(client.use("dev", "free", "write_file", call_for(outside_.path() / "b")), HasSubstr("written"));
}

TEST_F(AConfinedServer, IsRefusedWithTheLineThatAllowsIt) {
  WorkbenchClient client(confined_and_free());
  client.initialize();
  client.open("dev");
  const std::string path = (outside_.path() / "a").string();
  const std::string refused = client.use("dev", "confined", "write_file", call_for(path));
  EXPECT_THAT(refused, AllOf(HasSubstr("denied: write " + path), HasSubstr("to allow it, add to the entry"),
                             HasSubstr("allowWrite")));
}

TEST_F(AConfinedServer, WritesWhereItsEntryLetsIt) {
  WorkbenchClient client(confined_and_free(std::string(kConfined) + R"(,"sandbox":{"filesystem":{"allowWrite":[)" +
                                           quoted(outside_.path().string()) + "]}}"));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use("dev", "confined", "write_file", call_for(outside_.path() / "a")), HasSubstr("written"));
}

TEST_F(AConfinedServer, HasATemporaryFolderOfItsOwnThatIsGoneAfterIt) {
  std::string folder;
  {
    WorkbenchClient client(confined_and_free());
    client.initialize();
    client.open("dev");
    folder = client.use_text("dev", "confined", "env", R"({"name":"TMPDIR"})");
    EXPECT_THAT(client.use("dev", "confined", "write_file", call_for(folder + "/a")), HasSubstr("written"));
    client.process().close_input();
    (void)client.process().wait();
  }
  EXPECT_THAT(folder, HasSubstr("/mcp-workbench-"));
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST_F(AConfinedServer, IsNotToldItsRules) {
  WorkbenchClient client(confined_and_free());
  client.initialize();
  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "confined", "env", R"({"name":"WORKBENCH_LAUNCHER_SANDBOX"})"), "");
}

TEST_F(AConfinedServer, IsEndedAndStartedAgainWhenItsEntryAsksForConfinementWhileItRuns) {
  WorkbenchClient client(confined_and_free(R"("comment":"")"));
  client.initialize();
  client.open("dev");
  EXPECT_THAT(client.use("dev", "confined", "write_file", call_for(outside_.path() / "a")), HasSubstr("written"));
  client.folder().write("toolboxes.json", confined_and_free());
  client.process().wait_for_error_text("applied: replaced dev/confined");
  EXPECT_THAT(client.use("dev", "confined", "write_file", call_for(outside_.path() / "b")), HasSubstr("denied: write"));
}

TEST_F(AConfinedServer, IsExplainedByItsRulesAndWhereTheyComeFrom) {
  const Commands commands(
      confined_and_free(std::string(kConfined) + R"(,"sandbox":{"network":{"allowedDomains":["api.example.com"]}})"));
  const Outcome explained = commands.run({"explain", "dev/confined"});
  EXPECT_EQ(explained.code, 0) << explained.errors;
  EXPECT_THAT(explained.output,
              AllOf(HasSubstr("confined: it may read all but"), HasSubstr("/.ssh"), HasSubstr("default: keys"),
                    HasSubstr("api.example.com"), HasSubstr("sandbox.network.allowedDomains")));
  EXPECT_THAT(commands.run({"explain", "dev/free"}).output, HasSubstr("not confined"));
}

TEST_F(AConfinedServer, IsRefusedByCheckIfItsRulesAreWrong) {
  const Commands commands(confined_and_free(std::string(kConfined) +
                                            R"(,"sandbox":{"network":{"allowedDomains":["https://x.example/"]}})"));
  const Outcome outcome = commands.run({"--check"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.errors,
              HasSubstr("confined.sandbox.network.allowedDomains: has \"https://x.example/\"; write a name"));
}

TEST(WhatAServerNeeds, IsLearnedWithNothingRefused) {
  const Commands commands(dev_toolbox(fake_server("s", {"--tool", "echo"})));
  const Outcome learned = commands.run({"sandbox", "learn", "dev/s"});
  EXPECT_EQ(learned.code, 0) << learned.errors;
  EXPECT_THAT(learned.output, HasSubstr("\"sandboxEnabled\": true"));
}

TEST(WhatAServerNeeds, IsWhatItWouldHaveBeenRefused) {
  const TemporaryFolder outside;
  const std::string file = (outside.path() / "made").string();
  const Commands commands(
      dev_toolbox(R"("s":{"command":"/bin/sh","args":["-c","echo > )" + file + "; exec " FAKE_SERVER + R"("]})"));
  const Outcome learned = commands.run({"sandbox", "learn", "dev/s"});
  EXPECT_EQ(learned.code, 0) << learned.errors;
  EXPECT_THAT(learned.output, HasSubstr(R"("sandbox": {"filesystem":{"allowWrite":[)" + quoted(file) + "]}}"));
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST(WhatAServerNeeds, HasToBeAskedForOneServer) {
  const Commands commands(confined_and_free());
  EXPECT_NE(commands.run({"sandbox", "learn", "dev"}).code, 0);
  EXPECT_NE(commands.run({"sandbox", "teach", "dev/free"}).code, 0);
}

TEST(AServerBehindAUrl, CannotBeConfinedAndIsNotUsed) {
  const Commands commands(
      dev_toolbox(R"("far":{"url":"http://127.0.0.1:1/mcp","sandboxEnabled":true},)" + fake_server("free")));
  const Outcome outcome = commands.run({"--check"});
  EXPECT_THAT(outcome.errors + outcome.output,
              testing::AnyOf(HasSubstr("can be confined"), HasSubstr("no loaded plugin")));
  EXPECT_EQ(outcome.code, 2);
}

}  // namespace
