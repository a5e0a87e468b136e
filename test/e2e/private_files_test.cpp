// What the workbench makes is for its user alone, whatever the umask, and its processes have no descriptor but their
// own.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <workbench/file_descriptor.hpp>

#include "workbench_client.hpp"

namespace {

using namespace test_support;
namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::SizeIs;

/// A user's home, with all folders of the XDG specification in it, none of which exists but the one of the session.
class AHome : public testing::Test {
 protected:
  AHome() { fs::create_directory(folder_.path() / "run"); }
  ~AHome() override { end_workbenches(); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"HOME", path("home")},
            {"XDG_RUNTIME_DIR", path("run")},
            {"XDG_STATE_HOME", ""},
            {"XDG_CACHE_HOME", path("home/caches/cache")},
            {"XDG_CONFIG_HOME", path("home/settings/config")}};
  }
  [[nodiscard]] std::vector<std::string> options() const {
    return {
        "-D", "workbench.toolboxes=" + path("toolboxes.json"), "-D", "middleware=call-log,tool-usage",
        "-D", "metaTools=open_toolbox,use_tool,search_tools",  "-D", "middleware.call-log.file=" + path("calls.log")};
  }
  std::vector<std::string> with(std::vector<std::string> first) const {
    for (const std::string& option : options()) first.push_back(option);
    return first;
  }
  /// The shared workbench, which its servers do not outlive.
  void end_workbenches() const {
    Process status(with({WORKBENCH_PROGRAM, "status", "--json"}), environment());
    status.close_input();
    const std::string output = status.read_all();
    if (status.wait().code_or_signal != 0) return;
    const pid_t workbench = std::stoi(member(output, "pid"));
    const workbench::FileDescriptor ended(static_cast<int>(::syscall(SYS_pidfd_open, workbench, 0)));
    ::kill(workbench, SIGTERM);
    pollfd end{ended.get(), POLLIN, 0};
    ::poll(&end, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count()));
  }

  const TemporaryFolder folder_;
};

/// All that others may read, write or enter, below a folder; links are left out.
std::vector<std::string> open_to_others(const fs::path& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) == 0 && !S_ISLNK(status.st_mode) && (status.st_mode & 0077U) != 0) {
      found.push_back(entry.path().string());
    }
  }
  return found;
}

TEST_F(AHome, HasNothingThatOthersCouldReachUnderAnUmaskOfZero) {
  fs::create_directory(path("home"));
  fs::permissions(path("home"), fs::perms::owner_all);
  folder_.write("toolboxes.json", dev_toolbox(fake_server("s", {}, R"("share":"process")")));
  const Launch open_to_all{{"umask 0"}, {}};
  {
    const std::vector<std::string> joined = with({"--join"});
    WorkbenchClient client("{}", joined, environment(), open_to_all);
    client.initialize();
    client.open("dev");
    client.use("dev", "s", "echo");
    client.call("search_tools", R"({"query":"echo"})");
    struct stat socket {};
    std::vector<std::string> sockets;
    for (const auto& entry : fs::directory_iterator(path("run/mcp-workbench"))) {
      if (::lstat(entry.path().c_str(), &socket) == 0 && S_ISSOCK(socket.st_mode)) sockets.push_back(entry.path());
    }
    EXPECT_THAT(sockets, SizeIs(1));
  }
  end_workbenches();  // also files that are written at the end
  Process call(with({WORKBENCH_PROGRAM, "call", "dev/s/echo"}), environment(), open_to_all);
  call.close_input();
  EXPECT_EQ(call.wait().code_or_signal, 0) << call.errors();
  folder_.write("claude.json", R"({"mcpServers":{"a":{"command":"true","env":{"API_TOKEN":"secret"}}}})");
  Process init(
      {WORKBENCH_PROGRAM, "init", "--yes", "--from", path("claude.json"), "-c", path("home/new/toolboxes.json")},
      environment(), open_to_all);
  init.close_input();
  init.wait();
  EXPECT_TRUE(fs::exists(path("home/new/toolboxes.json"))) << init.errors();
  EXPECT_TRUE(fs::exists(path("home/.local/state/mcp-workbench")));
  EXPECT_TRUE(fs::exists(path("home/caches/cache/mcp-workbench/tool-usage.json")));
  EXPECT_TRUE(fs::exists(path("calls.log")));
  EXPECT_THAT(open_to_others(path("home")), IsEmpty());
  EXPECT_THAT(open_to_others(path("run")), IsEmpty());
  struct stat log {};
  EXPECT_EQ(::stat(path("calls.log").c_str(), &log), 0);
  EXPECT_EQ(log.st_mode & 0777U, 0600U);
}

TEST_F(AHome, MakesEveryUnixSocketWithTheModeThatIsConfigured) {
  folder_.write("toolboxes.json", dev_toolbox(""));
  for (const auto& [setting, mode] : std::vector<std::pair<std::string, mode_t>>{{"", 0600}, {"0660", 0660}}) {
    const std::string http = path("http" + setting + ".sock");
    const std::string local = path("local" + setting + ".sock");
    std::vector<std::string> options =
        with({WORKBENCH_PROGRAM, "-D", "listeners=local,http", "-D", "listener.http.address=unix:" + http, "-D",
              "listener.http.allowAnonymous=true", "-D", "listener.local.path=" + local});
    if (!setting.empty()) options.insert(options.end(), {"-D", "listener.http.socketMode=" + setting});
    Process workbench(options, environment(), Launch{{"umask 0"}, {}});
    workbench.wait_for_error_text(http);  // the last of them
    struct stat status {};
    ASSERT_EQ(::lstat(http.c_str(), &status), 0) << workbench.errors();
    EXPECT_EQ(status.st_mode & 0777U, mode);
    ASSERT_EQ(::lstat(local.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
    workbench.send_signal(SIGTERM);
    workbench.wait();
  }
}

/// Whether the other end of a pipe is closed in every process, before the deadline.
bool is_closed_everywhere(int reading) {
  pollfd closed{reading, POLLIN, 0};
  const int limit = static_cast<int>(std::chrono::milliseconds(kPatience).count());
  char byte = 0;
  return ::poll(&closed, 1, limit) == 1 && ::read(reading, &byte, 1) == 0;
}

TEST_F(AHome, KeepsNoDescriptorOfTheClientThatHasStartedTheSharedWorkbench) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe2(pipe.data(), O_CLOEXEC), 0);
  folder_.write("toolboxes.json", dev_toolbox(fake_server("s", {}, R"("share":"process")")));
  const std::vector<int> inherited{::fcntl(pipe[1], F_DUPFD_CLOEXEC, 20), ::fcntl(pipe[1], F_DUPFD_CLOEXEC, 20),
                                   ::fcntl(pipe[1], F_DUPFD_CLOEXEC, 20)};
  std::string server;
  {
    WorkbenchClient client("{}", with({"--join"}), environment(), Launch{{}, inherited});
    for (const int file : inherited) ::close(file);
    ::close(pipe[1]);
    client.initialize();
    client.open("dev");
    server = client.use_text("dev", "s", "pid");
    for (const auto& entry : fs::directory_iterator("/proc/" + server + "/fd")) {
      EXPECT_LE(std::stoi(entry.path().filename()), 2) << fs::read_symlink(entry.path());
    }
    client.process().close_input();
    client.process().wait();
  }
  EXPECT_TRUE(is_closed_everywhere(pipe[0]));
  EXPECT_TRUE(fs::exists("/proc/" + server)) << "the shared workbench still runs";
  ::close(pipe[0]);
}

}  // namespace
