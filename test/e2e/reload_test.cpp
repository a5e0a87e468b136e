// The configuration changes while the workbench runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <string>

#include "reload_client.hpp"
#include "slow_servers.hpp"

namespace {

using namespace test_support;
using testing::HasSubstr;
using testing::Not;

TEST(Reload, FollowsAFileThatIsWrittenInPlace) {
  ReloadClient client;
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  client.write_with_prod();
  client.wait_for_prod();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
  EXPECT_EQ(client.use_text("dev", "s", "pid"), before);
  client.wait_for_list_changed();
}

TEST(Reload, FollowsAFileThatAnEditorReplaces) {
  ReloadClient client;

  const auto written =
      client.folder().write(".toolboxes.json.swp", toolboxes_file(toolbox("dev", fake_server("s")) + kProd));
  std::filesystem::rename(written, client.folder().path() / kFile);
  client.wait_for_prod();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
}

TEST(Reload, HappensOnSighup) {
  ReloadClient client(kUnwatched);

  client.write_with_prod();
  client.hang_up();
  client.wait_for_prod();

  EXPECT_THAT(client.open("prod"), HasSubstr("echo"));
}

// Between the start, when the file was read, and the time from which it is watched.
TEST(Reload, FollowsAFileThatWasWrittenBeforeItIsWatched) {
  ReloadClient client;

  client.write_with_prod();
  client.wait_for_prod();
  client.write(toolbox("dev", fake_server("s")));

  client.process().wait_for_error_text("applied: removed prod");
}

TEST(Reload, OfAnEnvironmentFileRestartsTheServersThatUseIt) {
  TemporaryFolder folder;
  const std::string variables = folder.write("variables", "A=1\n").string();
  InitializedClient client(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")));
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  static_cast<void>(folder.write("variables", "A=2\n"));
  client.process().wait_for_error_text("applied: replaced dev/s");

  EXPECT_NE(client.use_text("dev", "s", "pid"), before);
}

TEST(Reload, OfABrokenFileChangesNothingAndSaysWhere) {
  ReloadClient client(kUnwatched);
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  client.write(R"("dev":{"descripton":"d","mcpServers":{"s":{"command":"x"}}})");
  client.hang_up();
  client.process().wait_for_error_text("the running configuration remains in use");

  EXPECT_THAT(client.process().errors(), HasSubstr("toolboxes.json:1"));
  EXPECT_THAT(client.process().errors(), HasSubstr("did you mean \"description\"?"));
  EXPECT_EQ(client.use_text("dev", "s", "pid"), before);
}

TEST(Reload, ThatCannotBeAppliedChangesNoSettingEitherAndNamesTheFile) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "");
  ReloadClient client({"-D", "config.watch=false", "--properties", properties.string(), "-D",
                       "plugins.load=stdio-transport,filters,meta-tools," PLUGIN_THAT_DEFINES_IT_FOR_SOME});

  static_cast<void>(folder.write("workbench.properties", "limits.call = 100 ms\n"));
  client.write(toolbox("dev", fake_server("s")) + "," + toolbox("unwanted", fake_server("t")));
  client.hang_up();
  client.process().wait_for_error_text("the running configuration remains in use");

  EXPECT_THAT(client.process().errors(), HasSubstr("toolboxes.json: "));
  client.write_with_prod();
  client.hang_up();
  client.wait_for_prod();
  client.process().wait_for_error_text("these settings have changed: limits.call");
  EXPECT_GT(client.process().errors().find("these settings"), client.process().errors().find("applied: added prod"));
}

TEST(Reload, OfAFileThatIsGoneChangesNothing) {
  ReloadClient client(kUnwatched);

  std::filesystem::remove(client.folder().path() / kFile);
  client.hang_up();
  client.process().wait_for_error_text("the running configuration remains in use");

  EXPECT_THAT(client.open("dev"), HasSubstr("echo"));
}

TEST(Reload, EndsTheProcessesOfWhatIsGone) {
  ReloadClient client(kUnwatched);
  client.open("dev");
  const pid_t server = std::stoi(client.use_text("dev", "s", "pid"));

  client.write(toolbox("ops", fake_server("t")));
  client.hang_up();
  client.process().wait_for_error_text("applied: added ops; removed dev");

  while (::kill(server, 0) == 0) client.request("ping", "{}");
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"dev"})"), HasSubstr("the toolboxes are: ops"));
}

TEST(Reload, GoesOnWhenTheWorkingDirectoryIsRemovedAndCreatedAgain) {
  const TemporaryFolder folder;
  const std::filesystem::path project = folder.path() / "project";
  std::filesystem::create_directory(project);
  static_cast<void>(folder.write("project/workbench-config.json", toolboxes_file(toolbox("dev", fake_server("s")))));
  Process workbench(
      {"/bin/sh", "-c", "cd " + project.string() + " && exec " WORKBENCH_PROGRAM " -c workbench-config.json"});
  workbench.write_line(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"test","version":"1"}}})");
  ASSERT_TRUE(workbench.read_line());

  std::filesystem::remove_all(project);
  workbench.wait_for_error_text("workbench-config.json: does not exist");
  workbench.wait_for_error_text("the running configuration remains in use");
  std::filesystem::create_directory(project);
  static_cast<void>(
      folder.write("project/workbench-config.json", toolboxes_file(toolbox("dev", fake_server("s")) + kProd)));

  workbench.wait_for_error_text("applied: added prod");
}

TEST(Reload, SaysSoIfNothingIsDifferent) {
  ReloadClient client;

  client.write(toolbox("dev", fake_server("s")));
  client.hang_up();

  client.process().wait_for_error_text("the configuration is the same as before");
}

TEST(Reload, RepeatsNoNotes) {
  ReloadClient client(kUnwatched);
  const std::string noted = R"("dev":{"description":"d","mcpServers":{"s":{"command":"x","autoApprove":[]}}})";
  client.write(noted);
  client.hang_up();
  client.process().wait_for_error_text("applied: replaced dev/s");
  ASSERT_THAT(client.process().errors(), HasSubstr("autoApprove"));

  client.hang_up();
  client.process().wait_for_error_text("the configuration is the same as before");

  const std::string& errors = client.process().errors();
  EXPECT_EQ(errors.find("autoApprove"), errors.rfind("autoApprove"));
}

TEST(Reload, SetsTheTimeLimitsOfServersThatRun) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "");
  ReloadClient client({"--properties", properties.string()});
  client.open("dev");

  static_cast<void>(folder.write("workbench.properties", "limits.call = 100 ms\nlimits.messageDepth = 20\n"));
  client.process().wait_for_error_text("these settings have changed: limits.call");
  client.process().wait_for_error_text("after a restart of the workbench: limits.messageDepth");

  EXPECT_THAT(client.use("dev", "s", "sleep", R"({"ms":20000})"), HasSubstr("100 ms"));
}

TEST(Reload, SetsTheTimeLimitOfTheNextStart) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "");
  InitializedClient client(toolbox("slow", silent_server("s")), {"--properties", properties.string()});

  static_cast<void>(folder.write("workbench.properties", "limits.serverStart = 200 ms\n"));
  client.process().wait_for_error_text("these settings have changed: limits.serverStart");

  EXPECT_THAT(client.open("slow"), HasSubstr("200 ms"));
}

TEST(Reload, SetsTheLogLevelAndNamesWhatNeedsARestart) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "log.level = information\n");
  ReloadClient client({"--properties", properties.string()});

  static_cast<void>(folder.write("workbench.properties", "log.level = debug\nstrictInput = true\n"));
  client.process().wait_for_error_text("these settings have effect after a restart of the workbench: strictInput");

  client.process().close_input();
  client.process().wait_for_error_text("Debug [client] gone");
}

// They have effect after a restart, which they would prevent.
TEST(Reload, ReportsOptionsOfPluginsWithWhichTheWorkbenchWouldNotStart) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "log.level = information\n");
  ReloadClient client({"--properties", properties.string(), "-D", "config.watch=false"});
  const auto reload = [&](const std::string& text, const std::string& error) {
    static_cast<void>(folder.write("workbench.properties", text));
    client.hang_up();
    client.process().wait_for_error_text(error);
    client.process().wait_for_error_text("not changed, because of the errors above");
  };

  reload("middleware = nothing\n", "middleware: no loaded plugin provides the middleware 'nothing'");
  reload("\nmiddleware = call-log\nmiddleware.call-log.rotation = soon\n",
         "workbench.properties:3: middleware.call-log.rotation: ");
}

TEST(Reload, DoesNotCheckTheNamesOfPluginsThatAreLoadedAtTheNextStartOnly) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "log.level = information\n");
  ReloadClient client({"--properties", properties.string(), "-D", "config.watch=false"});

  static_cast<void>(folder.write(
      "workbench.properties", "plugins.load = stdio-transport, filters, meta-tools, new-one\nmiddleware = new-one\n"));
  client.hang_up();

  client.process().wait_for_error_text(
      "these settings have effect after a restart of the workbench: plugins.load, middleware");
}

TEST(Reload, IsLeftToSighupIfTheFilesAreNotWatched) {
  ReloadClient client(kUnwatched);

  client.write_with_prod();
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"prod"})"), HasSubstr("not found"));
  client.hang_up();
  client.wait_for_prod();

  EXPECT_THAT(client.process().errors(), HasSubstr("reading the configuration again on SIGHUP"));
}

}  // namespace
