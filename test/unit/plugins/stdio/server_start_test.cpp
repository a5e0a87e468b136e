#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

class ServerStart : public ::testing::Test, public StdioFixture {
 protected:
  void TearDown() override {
    EXPECT_EQ(observer.closed.size(), 1U);
    EXPECT_EQ(observer.closed.front().kind, ErrorKind::unavailable);
  }
  /// A file of the given mode with `text` in it.
  std::string file(const std::string& text, std::filesystem::perms mode) {
    const std::string path =
        ::testing::TempDir() + "stdio_start_" + ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::ofstream(path) << text;
    std::filesystem::permissions(path, mode);
    return path;
  }
};

TEST_F(ServerStart, NamesAProgramThatIsNotThere) {
  start("/no/such");
  EXPECT_EQ(reason(), "cannot start '/no/such': No such file or directory (errno 2); check \"command\"");
}

TEST_F(ServerStart, LogsThePathOnWhichAProgramWasNotFound) {
  Options options;
  options.set("env", Options::TextMap{{"PATH", "/usr/bin:/bin"}});
  start("no-such-program", {}, std::move(options));
  EXPECT_EQ(reason(),
            "cannot start 'no-such-program': it was not found on PATH; give its full path in \"command\", or set "
            "PATH in \"env\"");
  const auto lines = host.lines();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                          [](const auto& line) { return line.text == "the PATH that was searched is /usr/bin:/bin"; }));
}

TEST_F(ServerStart, NamesAFileThatIsNoProgram) {
  const std::string path = file("text", std::filesystem::perms::owner_read);
  start(path);
  EXPECT_EQ(reason(), "cannot start '" + path + "': Permission denied (errno 13); check \"command\"");
}

TEST_F(ServerStart, TellsThatTheInterpreterOfAScriptIsMissing) {
  const std::string path = file("#!/no/such/interpreter\n", std::filesystem::perms::owner_all);
  start(path);
  EXPECT_EQ(reason(), "cannot start '" + path +
                          "': the program is there, but not the interpreter that it names: No such file or directory "
                          "(errno 2); check its first line");
}

TEST_F(ServerStart, NamesADirectoryThatIsNotThere) {
  Options options;
  options.set("cwd", std::string("/no/such"));
  start("cat", {}, std::move(options));
  EXPECT_EQ(reason(),
            "cannot start 'cat': its working directory '/no/such' cannot be entered: No such file or directory "
            "(errno 2); check \"cwd\"");
}

TEST_F(ServerStart, NamesALauncherThatIsMissing) {
  stdio::StdioTransport without("/no/such/launcher");
  ServerConfig server{"toolbox", "server", {}};
  server.options.set("command", std::string("cat"));
  connection = std::move(without.connect(server, host)).value();
  observer.must_be_silent = true;
  connection->start(observer);
  observer.must_be_silent = false;
  EXPECT_EQ(reason(),
            "cannot start the launcher '/no/such/launcher': No such file or directory; install the workbench again");
  EXPECT_EQ(observer.heard_when_silent, 0U);
}

TEST_F(ServerStart, TellsWhatTheLauncherCouldNotTell) {
  start("cat", {std::string(300'000, 'x')});  // more than the system lets one argument have
  EXPECT_EQ(reason(), "the launcher '" WORKBENCH_LAUNCHER
                      "' ended before it had started the server (exit code 72); it needs Linux 5.4 or later, and "
                      "arguments and environment within its limits");
}

TEST_F(ServerStart, CannotBeMistakenForAnExitCode) {
  start_shell("exit 127");
  EXPECT_EQ(reason(), "the server ended with exit code 127");
}

}  // namespace
}  // namespace workbench::test
