// The configuration changes while the workbench runs.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
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
  void wait_for_prod() { process().wait_for_error_text("changed: added prod"); }
  /// It may have arrived before a response already.
  void wait_for_list_changed() {
    constexpr std::string_view kListChanged = "notifications/tools/list_changed";
    for (const std::string& line : notifications()) {
      if (line.find(kListChanged) != std::string::npos) return;
    }
    while (next_line().find(kListChanged) == std::string::npos) {
    }
  }
  void hang_up() { process().send_signal(SIGHUP); }
};

const std::vector<std::string> kUnwatched{"-D", "config.watch=false"};

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

TEST(Reload, OfAnEnvironmentFileRestartsTheServersThatUseIt) {
  TemporaryFolder folder;
  const std::string variables = folder.write("variables", "A=1\n").string();
  InitializedClient client(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")));
  client.open("dev");
  const std::string before = client.use_text("dev", "s", "pid");

  static_cast<void>(folder.write("variables", "A=2\n"));
  client.process().wait_for_error_text("changed: replaced dev/s");

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

TEST(Reload, ThatCannotBeAppliedChangesNoSettingEitherAndNamesTheFile) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "");
  ReloadClient client({"-D", "config.watch=false", "--properties", properties.string(), "-D",
                       "plugins.load=stdio-transport,filters,meta-tools," PLUGIN_THAT_DEFINES_IT_FOR_SOME});

  static_cast<void>(folder.write("workbench.properties", "limits.call = 100 ms\n"));
  client.write(toolbox("dev", fake_server("s")) + "," + toolbox("unwanted", fake_server("t")));
  client.hang_up();
  client.process().wait_for_error_text("everything goes on as before");

  EXPECT_THAT(client.process().errors(), HasSubstr("toolboxes.json: "));
  client.write_with_prod();
  client.hang_up();
  client.wait_for_prod();
  client.process().wait_for_error_text("these settings have changed: limits.call");
  EXPECT_EQ(client.process().errors().find("these settings"), client.process().errors().rfind("these settings"));
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
  client.process().wait_for_error_text("changed: added ops; removed dev");

  while (::kill(server, 0) == 0) client.request("ping", "{}");
  EXPECT_THAT(client.call_text("open_toolbox", R"({"toolbox_name":"dev"})"), HasSubstr("the toolboxes are: ops"));
}

TEST(Reload, GoesOnWhenTheWorkingDirectoryIsRemovedAndCreatedAgain) {
  const TemporaryFolder folder;
  const std::filesystem::path project = folder.path() / "project";
  std::filesystem::create_directory(project);
  static_cast<void>(folder.write("project/workbench-config.json", toolboxes_file(toolbox("dev", fake_server("s")))));
  Process workbench({"/bin/sh", "-c", "cd " + project.string() + " && exec " WORKBENCH_PROGRAM});
  workbench.write_line(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},)"
      R"("clientInfo":{"name":"test","version":"1"}}})");
  ASSERT_TRUE(workbench.read_line());

  std::filesystem::remove_all(project);
  workbench.wait_for_error_text("workbench-config.json: does not exist");
  workbench.wait_for_error_text("everything goes on as before");
  std::filesystem::create_directory(project);
  static_cast<void>(
      folder.write("project/workbench-config.json", toolboxes_file(toolbox("dev", fake_server("s")) + kProd)));

  workbench.wait_for_error_text("changed: added prod");
}

TEST(Reload, FollowsAChangeThatComesWhileTheOneBeforeIsApplied) {
  ReloadClient client;
  client.open("dev");

  for (int round = 0; round != 5; ++round) {
    const std::string name = "round" + std::to_string(round);
    std::string servers = fake_server("s") + "," + fake_server(name, {}, R"("autoApprove":[])");
    for (int i = 0; i != 10; ++i) servers += "," + fake_server(name + std::to_string(i));
    client.write(toolbox("dev", servers));
    client.process().wait_for_error_text(name + ".autoApprove");  // before the servers are launched
    client.write(toolbox("dev", fake_server("s")) + "," + toolbox(name, fake_server("t")));

    client.process().wait_for_error_text("changed: added " + name);
  }
}

/// An environment file whose reader waits until the test has closed it: a pipe of this process, by its name in /proc.
class HeldFile {
 public:
  HeldFile() {
    int ends[2];
    EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
    to_read_ = workbench::FileDescriptor(ends[0]);
    to_write_ = workbench::FileDescriptor(ends[1]);
  }

  [[nodiscard]] std::string name() const {
    return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(to_read_.get());
  }
  /// Writes more than the pipe holds, so somebody reads it now.
  void wait_for_its_reader() const {
    const std::string comment = "#" + std::string(200'000, '-') + "\n";
    for (std::size_t at = 0; at < comment.size();) {
      const ssize_t written = ::write(to_write_.get(), comment.data() + at, comment.size() - at);
      ASSERT_GT(written, 0);
      at += static_cast<std::size_t>(written);
    }
  }
  void close() { to_write_.close(); }

 private:
  workbench::FileDescriptor to_read_;
  workbench::FileDescriptor to_write_;
};

/// A toolbox `dev`, one of whose servers has the environment of a file that changes while the other one's is read.
class ReloadDuringReading : public testing::Test {
 protected:
  [[nodiscard]] std::string toolbox_dev() const {
    return toolbox("dev", fake_server("first", {}, R"("envFile":")" + variables_ + "\"") + "," +
                              fake_server("second", {}, R"("envFile":")" + held_.name() + "\""));
  }
  void change_the_first_while_the_second_is_read() {
    held_.wait_for_its_reader();
    static_cast<void>(folder_.write("variables", "A=2\n"));
    held_.close();
  }

  const TemporaryFolder folder_;
  const std::string variables_ = folder_.write("variables", "A=1\n").string();
  HeldFile held_;
};

TEST_F(ReloadDuringReading, FollowsAnEnvironmentFileThatChangesAfterItWasReadAtTheStart) {
  WorkbenchClient client(toolboxes_file(toolbox_dev()));

  change_the_first_while_the_second_is_read();

  client.process().wait_for_error_text("changed: replaced dev/first");
}

TEST_F(ReloadDuringReading, AppliesANewEnvironmentFileAsItIsWhenItIsWatched) {
  ReloadClient client;
  client.write(toolbox_dev());

  change_the_first_while_the_second_is_read();
  client.process().wait_for_error_text("changed: added dev/first, dev/second; removed dev/s");

  client.open("dev");
  EXPECT_EQ(client.use_text("dev", "first", "env", R"({"name":"A"})"), "2");
}

TEST(Reload, DoesNotApplyAFileThatIsStillBeingWritten) {
  TemporaryFolder folder;
  const std::string variables = folder.write("variables", "A=1\n").string();
  ReloadClient client;
  client.write(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")));
  client.process().wait_for_error_text("changed: replaced dev/s");

  std::ofstream writer(variables);  // it is empty now
  client.write(toolbox("dev", fake_server("s", {}, R"("envFile":")" + variables + "\"")) + kProd);
  client.open("dev");
  client.use("dev", "s", "sleep", R"({"ms":400})");
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("added prod")));
  writer << "A=1\n";
  writer.close();

  client.process().wait_for_error_text("changed: added prod");
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("added prod; replaced")));
}

TEST(Reload, SaysSoIfNothingIsDifferent) {
  ReloadClient client;

  client.write(toolbox("dev", fake_server("s")));

  client.process().wait_for_error_text("the configuration is the same as before");
}

TEST(Reload, RepeatsNoNotes) {
  ReloadClient client(kUnwatched);
  const std::string noted = R"("dev":{"description":"d","mcpServers":{"s":{"command":"x","autoApprove":[]}}})";
  client.write(noted);
  client.hang_up();
  client.process().wait_for_error_text("changed: replaced dev/s");
  ASSERT_THAT(client.process().errors(), HasSubstr("autoApprove"));

  client.hang_up();
  client.process().wait_for_error_text("the configuration is the same as before");

  const std::string& errors = client.process().errors();
  EXPECT_EQ(errors.find("autoApprove"), errors.rfind("autoApprove"));
}

TEST(Reload, DoesNotHappenWhileTheWorkbenchIsEnding) {
  ReloadClient client;
  client.open("dev");
  const int call = client.send("tools/call", use_tool_params("dev", "s", "sleep", R"({"ms":400})"));

  client.process().close_input();
  client.write_with_prod();

  EXPECT_THAT(client.answer_to(call), HasSubstr("result"));
  client.process().wait();
  EXPECT_THAT(client.process().errors(), Not(HasSubstr("changed:")));
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

TEST(Reload, SetsTheLogLevelAndNamesWhatNeedsARestart) {
  TemporaryFolder folder;
  const auto properties = folder.write("workbench.properties", "log.level = information\n");
  ReloadClient client({"--properties", properties.string()});

  static_cast<void>(folder.write("workbench.properties", "log.level = debug\nstrictInput = true\n"));
  client.process().wait_for_error_text("these settings have effect after a restart of the workbench: strictInput");

  client.process().close_input();
  client.process().wait_for_error_text("Debug [client] gone");
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
