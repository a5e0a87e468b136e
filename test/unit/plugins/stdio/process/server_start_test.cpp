#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "process/launch_texts.hpp"
#include "process/program_search.hpp"
#include "process/server_environment.hpp"
#include "stdio_fixture.hpp"
#include "transport/server_options.hpp"

namespace workbench::test {
namespace {

using stdio::find_withheld_variable;
using stdio::kept_environment;
using stdio::LaunchRecord;
using stdio::searched_path;

Options command_with(const char* name, Options::Value value) {
  Options options;
  options.set("command", std::string("server"));
  options.set(name, std::move(value));
  return options;
}

std::string refusal(const Options& options) {
  const std::vector<OptionError> errors = stdio::check_server_options(options);
  return errors.empty() ? "accepted" : errors.front().option + ": " + errors.front().message;
}

TEST(ServerOptions, RefusesAnEmptyCommand) {
  EXPECT_EQ(refusal(Options()), "command: is empty; name the program to start");
}

TEST(ServerOptions, RefusesAZeroByteInAnArgument) {
  EXPECT_EQ(refusal(command_with("args", Options::TextList{std::string("a\0b", 3)})),
            "args: has a zero byte in it; remove it");
}

TEST(ServerOptions, RefusesAnImpossibleVariableName) {
  EXPECT_EQ(refusal(command_with("env", Options::TextMap{{"A=B", "1"}})),
            "env: has 'A=B', which cannot be the name of an environment variable");
}

TEST(ServerOptions, RefusesAnEmptyNameToInherit) {
  EXPECT_EQ(refusal(command_with("inheritEnv", Options::TextList{""})),
            "inheritEnv: has ''; write the name of a variable, or a beginning and a '*'");
}

TEST(ServerOptions, AcceptsAPrefixToInherit) {
  EXPECT_EQ(refusal(command_with("inheritEnv", Options::TextList{"AWS_*", "*"})), "accepted");
}

TEST(KeptEnvironment, EndsWithTheVariablesNamedInTheConfiguration) {
  ProcessCommand server;
  server.env = {{"API_KEY", "secret"}};
  server.inherit_env = {"AWS_*"};
  const std::string kept = kept_environment(server);
  EXPECT_EQ(kept.substr(0, 10), "PATH,HOME,");
  EXPECT_EQ(kept.substr(kept.size() - 14), ",API_KEY,AWS_*");
}

class WithheldVariable : public ::testing::Test {
 protected:
  WithheldVariable() {
    ::setenv("STDIO_TEST_TOKEN", "secret", 1);
    ::setenv("WORKBENCH_TEST_TOKEN", "secret", 1);
  }

  ProcessCommand server;
  const std::string words = "Error: NODE_ERROR: the environment variable \"STDIO_TEST_TOKEN\" is required";
};

TEST_F(WithheldVariable, IsOneThatTheServerAsksForAndDoesNotSeeAlthoughItIsSet) {
  EXPECT_EQ(find_withheld_variable(server, words), "STDIO_TEST_TOKEN");
  EXPECT_EQ(find_withheld_variable(server, "STDIO_TEST_TOKEN"), "STDIO_TEST_TOKEN");
}

TEST_F(WithheldVariable, IsNotOneThatIsPassedOnOrNotSetOrBelongsToTheWorkbench) {
  EXPECT_EQ(find_withheld_variable(server, "STDIO_TEST_TOKENS, XSTDIO_TEST_TOKEN and WORKBENCH_TEST_TOKEN"), "");
  EXPECT_EQ(find_withheld_variable(server, ""), "");
  server.inherit_env = {"STDIO_*"};
  EXPECT_EQ(find_withheld_variable(server, words), "");
  server.inherit_env = {"*"};
  EXPECT_EQ(find_withheld_variable(server, words), "");
  server.inherit_env.clear();
  server.env = {{"STDIO_TEST_TOKEN", ""}};
  EXPECT_EQ(find_withheld_variable(server, words), "");
}

TEST(FailedStart, SaysHowToFixACommandThatIsNotOnPathWithoutThePath) {
  ProcessCommand server;
  server.command = "missing";
  server.env = {{"PATH", "/opt/bin"}};
  const LaunchRecord failure{LaunchRecord::What::failed, "exec", ENOENT};
  EXPECT_TRUE(is_not_on_path(server, failure));
  EXPECT_EQ(
      describe_failed_start(server, failure).message,
      "cannot start 'missing': it was not found on PATH; give its full path in \"command\", or set PATH in \"env\"");
  EXPECT_EQ(searched_path(server), "/opt/bin");
}

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

TEST_F(ServerStart, NamesAProgramThatDoesNotExist) {
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

TEST_F(ServerStart, SaysWhereTheArgumentsOfACommandLineBelong) {
  start("no-such-program -y package --flag");
  EXPECT_EQ(reason(),
            "cannot start 'no-such-program -y package --flag': it was not found on PATH; \"command\" names the program "
            "alone: write each of its arguments as a string in \"args\"");
}

TEST_F(ServerStart, SaysWhereTheArgumentsOfACommandLineWithAPathBelong) {
  start("/bin/sh /no/such/script");
  EXPECT_EQ(
      reason(),
      "cannot start '/bin/sh /no/such/script': No such file or directory (errno 2); \"command\" names the program "
      "alone: write each of its arguments as a string in \"args\"");
}

TEST_F(ServerStart, SaysWhereTheArgumentsOfACommandLineThatIsTooLongForANameBelong) {
  std::string command = "docker run -i --rm";
  while (command.size() <= NAME_MAX) command += " -e NAME";
  start(command);
  EXPECT_EQ(reason(), "cannot start '" + command +
                          "': File name too long (errno 36); \"command\" names the program alone: write each of its "
                          "arguments as a string in \"args\"");
}

TEST_F(ServerStart, TakesANameWithBlanksAroundItForNoCommandLine) {
  start(" no-such-program ");
  EXPECT_EQ(reason(),
            "cannot start ' no-such-program ': it was not found on PATH; give its full path in \"command\", or set "
            "PATH in \"env\"");
}

TEST_F(ServerStart, StartsAProgramWithABlankInItsPath) {
  const std::filesystem::path folder = ::testing::TempDir() + "stdio start";
  std::filesystem::create_directories(folder);
  std::filesystem::remove(folder / "sh");
  std::filesystem::create_symlink("/bin/sh", folder / "sh");
  start((folder / "sh").string(), {"-c", "exit 3"});
  EXPECT_EQ(reason(), "the server ended with exit code 3");
}

TEST_F(ServerStart, NamesAFileThatIsNotExecutable) {
  const std::string path = file("text", std::filesystem::perms::owner_read);
  start(path);
  EXPECT_EQ(reason(), "cannot start '" + path + "': Permission denied (errno 13); check \"command\"");
}

TEST_F(ServerStart, ReportsThatTheInterpreterOfAScriptIsMissing) {
  const std::string path = file("#!/no/such/interpreter\n", std::filesystem::perms::owner_all);
  start(path);
  EXPECT_EQ(reason(), "cannot start '" + path +
                          "': the program exists, but the interpreter that it names does not: No such file or "
                          "directory (errno 2); check its first line");
}

TEST_F(ServerStart, NamesADirectoryThatDoesNotExist) {
  Options options;
  options.set("cwd", std::string("/no/such"));
  start("cat", {}, std::move(options));
  EXPECT_EQ(reason(),
            "cannot start 'cat': its working directory '/no/such' cannot be entered: No such file or directory "
            "(errno 2); check \"cwd\"");
}

TEST_F(ServerStart, NamesALauncherThatIsMissing) {
  stdio::StdioTransport without(host, "/no/such/launcher");
  ServerConfig server{"toolbox", "server", {}};
  server.options.set("command", std::string("cat"));
  connection = std::move(without.connect(server)).value();
  observer.expects_silence = true;
  connection->start(observer);
  observer.expects_silence = false;
  EXPECT_EQ(reason(),
            "cannot start the launcher '/no/such/launcher': No such file or directory; install the workbench again");
  EXPECT_EQ(observer.calls_while_silent, 0U);
}

TEST_F(ServerStart, ReportsThatTheLauncherCouldNotStart) {
  start("cat", {std::string(300'000, 'x')});  // the system allows 128 KiB in one argument
  EXPECT_EQ(reason(), "cannot start the launcher '" WORKBENCH_LAUNCHER
                      "': its arguments and environment are too large (Argument list too long)");
}

TEST_F(ServerStart, CannotBeMistakenForAnExitCode) {
  start_shell("exit 127");
  EXPECT_EQ(reason(), "the server ended with exit code 127");
}

class ServerEnvironment : public ::testing::Test, public StdioFixture {
 protected:
  ServerEnvironment() {
    ::setenv("STDIO_TEST_SECRET", "secret", 1);
    ::setenv("STDIO_TEST_WANTED", "wanted", 1);
    ::setenv("LC_STDIO_TEST", "harmless", 1);
  }

  /// All variables of a server with `options`, each between two semicolons.
  std::string variables(Options options) {
    start_shell("env | tr '\\n' ';'; echo", std::move(options));
    EXPECT_TRUE(wait_for_messages(1));
    return observer.messages.empty() ? std::string() : ";" + observer.messages.front();
  }
};

TEST_F(ServerEnvironment, HasTheHarmlessVariablesAndNoOthers) {
  const std::string seen = variables({});
  EXPECT_NE(seen.find(";PATH="), std::string::npos);
  EXPECT_NE(seen.find(";LC_STDIO_TEST=harmless;"), std::string::npos);
  EXPECT_EQ(seen.find("STDIO_TEST_SECRET"), std::string::npos);
  EXPECT_EQ(seen.find("WORKBENCH"), std::string::npos);
}

TEST_F(ServerEnvironment, IsNamedInTheLastWordsOfAServerThatMissesAVariable) {
  start_shell("echo 'STDIO_TEST_SECRET is not set' >&2; exit 1");
  ASSERT_TRUE(wait_for_end());
  EXPECT_EQ(connection->last_words(),
            "STDIO_TEST_SECRET is not set (STDIO_TEST_SECRET is set for the workbench, but not passed on; name it in "
            "\"inheritEnv\")");
}

TEST_F(ServerEnvironment, HasTheVariablesThatTheConfigurationSets) {
  Options options;
  options.set("env", Options::TextMap{{"API_KEY", "from the configuration"}, {"LC_STDIO_TEST", "changed"}});
  const std::string seen = variables(std::move(options));
  EXPECT_NE(seen.find(";API_KEY=from the configuration;"), std::string::npos);
  EXPECT_NE(seen.find(";LC_STDIO_TEST=changed;"), std::string::npos);
}

TEST_F(ServerEnvironment, HasTheVariablesThatTheConfigurationPassesOn) {
  Options options;
  options.set("inheritEnv", Options::TextList{"STDIO_TEST_W*"});
  const std::string seen = variables(std::move(options));
  EXPECT_NE(seen.find(";STDIO_TEST_WANTED=wanted;"), std::string::npos);
  EXPECT_EQ(seen.find("STDIO_TEST_SECRET"), std::string::npos);
}

TEST_F(ServerEnvironment, DoesNotShowTheLaunchersOwnVariables) {
  Options options;
  options.set("inheritEnv", Options::TextList{"*"});
  EXPECT_EQ(variables(std::move(options)).find("WORKBENCH_LAUNCHER_"), std::string::npos);
}

TEST_F(ServerEnvironment, IsNotInTheCommandLineOfTheLauncherWhichPeopleReadInPs) {
  start_shell("tr '\\0' ' ' < /proc/$PPID/cmdline; echo");
  ASSERT_TRUE(wait_for_messages(1));
  const std::string& shown = observer.messages.front();
  EXPECT_NE(shown.find(" -- "), std::string::npos) << shown;
  EXPECT_LT(shown.find(" -- "), 200U) << shown;
  EXPECT_EQ(shown.find("STDIO_TEST"), std::string::npos) << shown;
}

TEST_F(ServerEnvironment, HasTheConfiguredDirectory) {
  const std::string directory = std::filesystem::canonical(::testing::TempDir());
  Options options;
  options.set("cwd", directory);
  start_shell("pwd", std::move(options));
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(observer.messages.front(), directory);
}

TEST_F(ServerEnvironment, HasNoSignalBlockedOrIgnored) {
  start_shell("grep -E '^Sig(Blk|Ign)' /proc/self/status | tr -d '\\n\\t'; echo");
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(observer.messages.front(), "SigBlk:0000000000000000SigIgn:0000000000000000");
}

TEST_F(ServerEnvironment, HasNoDescriptorBeyondTheStandardOnes) {
  start_shell("ls /proc/self/fd | tr '\\n' ' '; echo");
  ASSERT_TRUE(wait_for_messages(1));
  EXPECT_EQ(observer.messages.front(), "0 1 2 3 ");  // 3 is the directory that ls reads
}

}  // namespace
}  // namespace workbench::test
