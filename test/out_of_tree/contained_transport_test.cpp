// The example transport `contained` in a run of the whole program: what its sandbox keeps a server from, and what is
// said where there can be none.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <fstream>
#include <iterator>

#include <workbench/file_descriptor.hpp>

#include "marked_processes.hpp"
#include "sandbox_probe.hpp"
#include "workbench_client.hpp"

namespace {

using namespace test_support;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> with_plugin() {
  return {"-D", "plugins.load=stdio-transport,meta-tools," PLUGIN_FOLDER "/contained-transport.so",
          // For a user namespace, in which the files of root belong to the user `nobody`.
          "-D", "plugins.checkFiles=false"};
}

class AContainedServer : public testing::Test {
 protected:
  /// An entry of the demo server, which runs after a script of bash.
  [[nodiscard]] std::string demo_server(const std::string& script, const std::string& more_members = {}) const {
    return entry("/bin/bash", R"(["-c",)" + test_support::quoted(script + "\nexec " DEMO_SERVER) + "]", more_members);
  }
  [[nodiscard]] std::string entry(const std::string& command, const std::string& args,
                                  const std::string& more_members = {}) const {
    return R"("demo":{"transport":"contained","command":)" + test_support::quoted(command) + R"(,"args":)" + args +
           R"(,"writable":[)" + test_support::quoted(writable_) + R"(],"env":{"MARK":)" + test_support::quoted(mark_) +
           "}" + (more_members.empty() ? std::string() : "," + more_members) + "}";
  }
  [[nodiscard]] static std::string readable() {
    return R"("readable":[)" + test_support::quoted(std::filesystem::path(DEMO_SERVER).parent_path().string()) + "]";
  }
  [[nodiscard]] static std::string sum(WorkbenchClient& client) {
    client.open("dev");
    return client.use_text("dev", "demo", "add", R"({"numbers":[2,3]})");
  }
  /// Why the server could not be started.
  [[nodiscard]] static std::string failure(WorkbenchClient& client) { return first_text(client.open("dev")); }
  /// What a script has left in the writable folder.
  [[nodiscard]] std::string written(const std::string& name) const {
    std::ifstream file(std::filesystem::path(writable_) / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// Runs the script in a sandbox before the server, which then answers a call.
  void run(const std::string& script, const std::string& more_members = readable()) const {
    InitializedClient client(toolbox("dev", demo_server("cd '" + writable_ + "'\n" + script, more_members)),
                             with_plugin());
    ASSERT_THAT(sum(client), HasSubstr("5"));
  }

  const std::string mark_ = new_mark();
  const TemporaryFolder folder_;
  const std::string writable_ = folder_.path() / "writable";
};

class InASandbox : public AContainedServer {
 protected:
  void SetUp() override {
    if (sandbox_exit_code() != 0) GTEST_SKIP() << "bubblewrap is not installed, or may not make namespaces here";
    std::filesystem::create_directory(writable_);
  }
};

TEST_F(InASandbox, AServerAnswersAndSeesOnlyWhatItsEntryNames) {
  InitializedClient client(toolbox("dev", demo_server("", readable())), with_plugin());
  EXPECT_THAT(sum(client), HasSubstr("5"));
  const std::string seen = client.use_text("dev", "demo", "list_directory", R"({"path":"/"})");
  EXPECT_THAT(seen, AllOf(HasSubstr(R"("usr")"), Not(HasSubstr(R"("sys")")), Not(HasSubstr(R"("run")"))));
}

TEST_F(InASandbox, AServerChangesFilesInItsWritableFoldersAlone) {
  run("echo x >inside\n"
      "echo x >'" +
      folder_.path().string() +
      "/outside'\n"
      "echo x >/usr/mcp-workbench-test 2>usr");
  EXPECT_EQ(written("inside"), "x\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "outside"));
  EXPECT_FALSE(std::filesystem::exists("/usr/mcp-workbench-test"));
}

TEST_F(InASandbox, AServerReachesTheNetworkOnlyIfItsEntrySaysSo) {
  const workbench::FileDescriptor listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listening.get(), 4), 0);
  ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &size);
  const std::string port = std::to_string(ntohs(address.sin_port));
  const std::string connect =
      "(exec 3<>/dev/tcp/127.0.0.1/" + port + ") && echo reached >network || echo refused >network";

  run(connect);
  EXPECT_EQ(written("network"), "refused\n");
  run(connect, readable() + R"(,"network":true)");
  EXPECT_EQ(written("network"), "reached\n");
}

TEST_F(InASandbox, AServerHasNoPrivilegesAndCannotGainAny) {
  run("cat /proc/self/status >status");
  EXPECT_THAT(written("status"), AllOf(HasSubstr("NoNewPrivs:\t1\n"), HasSubstr("CapEff:\t0000000000000000\n")));
}

TEST_F(InASandbox, AServerLeavesNoProcessWhenItsClientIsGone) {
  InitializedClient client(toolbox("dev", demo_server("setsid sleep 1000 &", readable())), with_plugin());
  EXPECT_THAT(sum(client), HasSubstr("5"));
  EXPECT_THAT(processes_marked(mark_), Not(IsEmpty()));
  client.process().close_input();
  EXPECT_EQ(client.process().wait().code_or_signal, 0);
  EXPECT_THAT(left_after(mark_, std::chrono::seconds(5)), IsEmpty());
}

TEST_F(InASandbox, AServerLeavesNoProcessWhenTheWorkbenchIsKilled) {
  InitializedClient client(toolbox("dev", demo_server("setsid sleep 1000 &", readable())), with_plugin());
  EXPECT_THAT(sum(client), HasSubstr("5"));
  client.process().send_signal(SIGKILL);
  client.process().wait();
  EXPECT_THAT(left_after(mark_, std::chrono::seconds(5)), IsEmpty());
}

TEST_F(InASandbox, AProgramThatIsNotThereIsAnErrorThatNamesTheRemedy) {
  InitializedClient client(toolbox("dev", entry("/no/such/server", "[]")), with_plugin());
  EXPECT_THAT(failure(client),
              HasSubstr(R"(cannot start "command" in its sandbox: give a program in /usr, /opt or a folder)"));
}

TEST_F(InASandbox, AFolderThatIsNotThereIsAnErrorThatNamesTheRemedy) {
  InitializedClient client(toolbox("dev", demo_server("", R"("readable":["/no/such"])")), with_plugin());
  EXPECT_THAT(failure(client), AllOf(HasSubstr(R"(a folder of "readable" or "writable" does not exist)"),
                                     HasSubstr("Can't find source path /no/such")));
}

TEST_F(AContainedServer, DoesNotRunWhereNoSandboxCanBeMadeAndSaysWhatToDo) {
  const std::vector<std::string> shell = without_namespaces();
  const int code = sandbox_exit_code(shell);
  if (code == 0 || code == 127) GTEST_SKIP() << "bubblewrap is not installed, or nothing keeps it from its work";
  std::filesystem::create_directory(writable_);
  WorkbenchClient client(toolboxes_file(toolbox("dev", demo_server("echo x >'" + writable_ + "/ran'", readable()))),
                         with_plugin(), {}, {.shell = shell, .descriptors = {}});
  client.initialize();
  EXPECT_THAT(failure(client), AllOf(HasSubstr("cannot make the sandbox, so the server was not started"),
                                     HasSubstr("user.max_user_namespaces"), HasSubstr("bwrap: ")));
  EXPECT_EQ(written("ran"), "");
}

TEST_F(AContainedServer, NamesThePackageWhereBubblewrapIsNotFound) {
  InitializedClient client(
      toolbox("dev", R"("demo":{"transport":"contained","command":"true","env":{"PATH":"/nowhere"}})"), with_plugin());
  EXPECT_THAT(failure(client), HasSubstr("install the package bubblewrap"));
}

TEST_F(AContainedServer, IsCheckedBeforeItIsStarted) {
  const auto check = [&](const std::string& file) {
    std::vector<std::string> command{WORKBENCH_PROGRAM, "--check", "--config", file};
    for (const std::string& option : with_plugin()) command.push_back(option);
    Process process(command);
    return process.read_all() + process.errors();
  };
  EXPECT_THAT(check(EXAMPLE_FOLDER "/contained_servers.json"), HasSubstr("valid; 1 toolbox, 2 servers"));
  const auto wrong = folder_.write(
      "wrong.json", dev_toolbox(R"("s":{"transport":"contained","command":"x","readable":["here"],"env":{"=":"1"}})"));
  EXPECT_THAT(check(wrong), AllOf(HasSubstr("readable: has a relative path; give absolute ones"), HasSubstr("env")));
}

}  // namespace
