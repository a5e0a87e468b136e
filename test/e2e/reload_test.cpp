// The configuration changes while the workbench runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kFile = "toolboxes.json";
const std::string kProd = "," + toolbox("prod", fake_server("t"));

/// A client of a workbench whose toolboxes file is written anew, in place unless a test does it otherwise.
struct ReloadClient : InitializedClient {
  explicit ReloadClient(const std::vector<std::string>& options = {})
      : InitializedClient(toolbox("dev", fake_server("s")), options) {}

  void write(const std::string& toolboxes) const {
    static_cast<void>(folder().write(kFile, toolboxes_file(toolboxes)));
  }
  void write_with_prod() const { write(toolbox("dev", fake_server("s")) + kProd); }
  void wait_for_two_toolboxes() { process().wait_for_error_text("changed: there are 2 toolboxes now"); }
  void hang_up() { process().send_signal(SIGHUP); }
};

const std::vector<std::string> kUnwatched{"-D", "config.watch=false"};

TEST(Reload, FollowsAFileThatIsWrittenInPlace) {
  ReloadClient client;
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  client.write_with_prod();
  client.wait_for_two_toolboxes();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
  EXPECT_EQ(client.use_text("dev", "s", "pid"), before);
  EXPECT_THAT(client.notifications(), Contains(HasSubstr("notifications/tools/list_changed")));
}

TEST(Reload, FollowsAFileThatAnEditorReplaces) {
  ReloadClient client;

  const auto written =
      client.folder().write(".toolboxes.json.swp", toolboxes_file(toolbox("dev", fake_server("s")) + kProd));
  std::filesystem::rename(written, client.folder().path() / kFile);
  client.wait_for_two_toolboxes();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
}

TEST(Reload, HappensOnSighup) {
  ReloadClient client(kUnwatched);

  client.write_with_prod();
  client.hang_up();
  client.wait_for_two_toolboxes();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
}

TEST(Reload, OfAnEnvironmentFileRestartsTheServersThatUseIt) {
  TemporaryFolder folder;
  const std::string variables = folder.write("variables", "A=1\n").string();
  InitializedClient client(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")));
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  static_cast<void>(folder.write("variables", "A=2\n"));
  client.process().wait_for_error_text("changed: there are 1 toolboxes now");

  EXPECT_NE(client.use_text("dev", "s", "pid"), before);
}

TEST(Reload, OfABrokenFileChangesNothingAndSaysWhere) {
  ReloadClient client(kUnwatched);
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  client.write(R"("dev":{"description":"d","mcpServers":{"s":{"comand":"x"}}})");
  client.hang_up();
  client.process().wait_for_error_text("everything goes on as before");

  EXPECT_THAT(client.process().errors(), HasSubstr("toolboxes.json:1"));
  EXPECT_THAT(client.process().errors(), HasSubstr("did you mean \"command\"?"));
  EXPECT_EQ(client.use_text("dev", "s", "pid"), before);
}

TEST(Reload, OfAFileThatIsGoneChangesNothing) {
  ReloadClient client(kUnwatched);

  std::filesystem::remove(client.folder().path() / kFile);
  client.hang_up();
  client.process().wait_for_error_text("everything goes on as before");

  EXPECT_THAT(client.open("dev"), HasSubstr("echo"));
}

TEST(Reload, EndsTheProcessesOfWhatIsGone) {
  ReloadClient client(kUnwatched);
  client.open("dev");
  const pid_t server = std::stoi(client.use_text("dev", "s", "pid"));

  client.write(toolbox("ops", fake_server("t")));
  client.hang_up();
  client.process().wait_for_error_text("changed: there are 1 toolboxes now");

  while (::kill(server, 0) == 0) client.request("ping", "{}");
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"dev"})"), HasSubstr("the toolboxes are: ops"));
}

TEST(Reload, SetsTheLogLevelAndNamesWhatNeedsARestart) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "log.level = information\n");
  ReloadClient client({"--properties", properties.string()});

  static_cast<void>(folder.write("workbench.properties", "log.level = debug\nstrictInput = true\n"));
  client.process().wait_for_error_text("these settings have effect after a restart of the workbench: strictInput");

  client.open("dev");
  client.process().wait_for_error_text("Debug");
}

TEST(Reload, IsLeftToSighupIfTheFilesAreNotWatched) {
  ReloadClient client(kUnwatched);

  client.write_with_prod();
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"prod"})"), HasSubstr("not found"));
  client.hang_up();
  client.wait_for_two_toolboxes();

  EXPECT_THAT(client.process().errors(), HasSubstr("reading the configuration again on SIGHUP"));
}

}  // namespace
