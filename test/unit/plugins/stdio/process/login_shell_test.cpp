// A server whose command is not on PATH, but on the PATH of the shell that the user has in a terminal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "process/program_search.hpp"
#include "stdio_fixture.hpp"
#include "temporary_folder.hpp"
#include "transport/server_options.hpp"

namespace workbench::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A folder with a program that is nowhere else, and a shell that has the folder on its PATH.
class TheLoginShell : public testing::Test, public StdioFixture {
 protected:
  TheLoginShell() {
    std::filesystem::create_directory(folder.path() / "bin");
    script("bin/only-here", "echo \"{\\\"path\\\":\\\"$PATH\\\"}\"; exec cat");
  }

  std::string script(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder.path() / name;
    std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file.string();
  }

  /// Called as `shell -l -i -c SCRIPT`: runs `configuration`, then the script.
  std::string shell(const std::string& configuration) {
    return script("shell", configuration + "\nPATH=$PATH:" + bin() + "; export PATH\nexec /bin/sh -c \"$4\"");
  }

  static Options with_shell(const std::string& path) {
    Options options;
    options.set("loginShell", path);
    return options;
  }

  [[nodiscard]] std::string bin() const { return (folder.path() / "bin").string(); }

  /// How often a shell that records its start was started.
  [[nodiscard]] std::size_t times_asked() const {
    std::ifstream file(folder.path() / "asked");
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }
  [[nodiscard]] std::string counting() const { return "echo asked >> " + (folder.path() / "asked").string(); }

  const test_support::TemporaryFolder folder;
};

TEST_F(TheLoginShell, FindsTheProgramAndGivesTheServerItsPath) {
  start("only-here", {}, with_shell(shell("")));
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_THAT(observer.messages[0], HasSubstr(":" + bin()));
}

TEST_F(TheLoginShell, IsNamedInTheLogWithItsPath) {
  start("only-here", {}, with_shell(shell("")));
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_THAT(host.lines().front().text,
              StartsWith("\"only-here\" is not on PATH, but on the PATH of the login shell " + folder.path().string()));
}

TEST_F(TheLoginShell, HoldsUpMessagesUntilTheServerRuns) {
  start("only-here", {}, with_shell(shell("")));
  connection->send(Message(R"({"id":1})"));
  ASSERT_TRUE(wait_for_messages(2));
  EXPECT_EQ(observer.messages[1], R"({"id":1})");
}

TEST_F(TheLoginShell, MayPrintWhatItLikes) {
  start("only-here", {},
        with_shell(shell("echo Welcome; echo mcp-workbench:PATH=; echo PATH=/nowhere; printf ready; "
                         "echo trouble >&2; head -c 300000 /dev/zero; cat")));
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_THAT(observer.messages[0], HasSubstr(bin()));
}

TEST_F(TheLoginShell, IsAskedOnce) {
  const std::string path = shell(counting());
  for (int round = 1; round != 4; ++round) {
    start("only-here", {}, with_shell(path));
    ASSERT_TRUE(wait_for_messages(static_cast<std::size_t>(round)));
  }
  EXPECT_EQ(times_asked(), 1U);
}

TEST_F(TheLoginShell, ThatDoesNotKnowTheProgramEitherLeavesTheErrorAsItIs) {
  start("nowhere", {}, with_shell(shell("")));
  EXPECT_THAT(reason(), StartsWith("cannot start 'nowhere': it was not found on PATH"));
}

TEST_F(TheLoginShell, ThatFailsLeavesTheErrorAsItIs) {
  start("only-here", {}, with_shell(script("shell", "exit 1")));
  EXPECT_THAT(reason(), StartsWith("cannot start 'only-here': it was not found on PATH"));
}

TEST_F(TheLoginShell, ThatDoesNotExistLeavesTheErrorAsItIs) {
  start("only-here", {}, with_shell("/no/such/shell"));
  EXPECT_THAT(reason(), StartsWith("cannot start 'only-here': it was not found on PATH"));
}

TEST_F(TheLoginShell, ThatHangsCostsItsLimitOnceAndNoMore) {
  stdio::StdioTransport impatient(host, WORKBENCH_LAUNCHER, std::chrono::milliseconds(200));
  Options options = with_shell(script("shell", counting() + "; sleep 1000 & wait"));
  options.set("command", std::string("only-here"));
  for (int round = 0; round != 2; ++round) {
    RecordingObserver failed;
    auto connected = impatient.connect(ServerConfig{"toolbox", "server", options});
    ASSERT_TRUE(connected);
    (*connected)->start(failed);
    ASSERT_TRUE(run_until([&] { return failed.is_closed(); }));
    EXPECT_THAT(failed.closed.front().message, StartsWith("cannot start 'only-here': it was not found on PATH"));
  }
  EXPECT_EQ(times_asked(), 1U);
}

TEST_F(TheLoginShell, IsNotWaitedForByAConnectionThatIsClosed) {
  start("only-here", {}, with_shell(script("shell", "sleep 1000")));
  connection->close();
  EXPECT_EQ(reason(), "closed by the workbench");
}

TEST_F(TheLoginShell, IsNotAskedIfTheConfigurationSaysNone) {
  EXPECT_EQ(stdio::shell_to_ask(stdio::read_server_options([] {
              Options options = with_shell("none");
              options.set("command", std::string("only-here"));
              return options;
            }())),
            "");
}

TEST_F(TheLoginShell, IsNotAskedIfTheConfigurationHasAPathOfItsOwn) {
  Options options = with_shell(shell(counting()));
  options.set("env", Options::TextMap{{"PATH", "/usr/bin:/bin"}});
  start("only-here", {}, std::move(options));
  EXPECT_THAT(reason(), StartsWith("cannot start 'only-here': it was not found on PATH"));
  EXPECT_EQ(times_asked(), 0U);
}

TEST_F(TheLoginShell, IsNotAskedForWhatIsOnPath) {
  start("cat", {}, with_shell(shell(counting())));
  connection->send(Message("{}"));
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(times_asked(), 0U);
}

TEST(TheOptionLoginShell, IsAnAbsolutePathOrNone) {
  Options options;
  options.set("command", std::string("c"));
  options.set("loginShell", std::string("zsh"));
  const auto errors = stdio::check_server_options(options);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].option, "loginShell");
  options.set("loginShell", std::string("none"));
  EXPECT_TRUE(stdio::check_server_options(options).empty());
}

}  // namespace
}  // namespace workbench::test
