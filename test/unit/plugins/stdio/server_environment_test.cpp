#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "stdio_fixture.hpp"

namespace workbench::test {
namespace {

class ServerEnvironment : public ::testing::Test, public StdioFixture {
 protected:
  ServerEnvironment() {
    ::setenv("STDIO_TEST_SECRET", "secret", 1);
    ::setenv("STDIO_TEST_WANTED", "wanted", 1);
    ::setenv("LC_STDIO_TEST", "harmless", 1);
  }

  /// All variables that a server with `options` sees, each between two semicolons.
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

TEST_F(ServerEnvironment, HasWhatTheConfigurationSets) {
  Options options;
  options.set("env", Options::TextMap{{"API_KEY", "from the configuration"}, {"LC_STDIO_TEST", "changed"}});
  const std::string seen = variables(std::move(options));
  EXPECT_NE(seen.find(";API_KEY=from the configuration;"), std::string::npos);
  EXPECT_NE(seen.find(";LC_STDIO_TEST=changed;"), std::string::npos);
}

TEST_F(ServerEnvironment, HasWhatTheConfigurationPassesOn) {
  Options options;
  options.set("inheritEnv", Options::TextList{"STDIO_TEST_W*"});
  const std::string seen = variables(std::move(options));
  EXPECT_NE(seen.find(";STDIO_TEST_WANTED=wanted;"), std::string::npos);
  EXPECT_EQ(seen.find("STDIO_TEST_SECRET"), std::string::npos);
}

TEST_F(ServerEnvironment, DoesNotShowTheLaunchersToken) {
  Options options;
  options.set("inheritEnv", Options::TextList{"*"});
  EXPECT_EQ(variables(std::move(options)).find("WORKBENCH_LAUNCHER_TOKEN"), std::string::npos);
}

TEST_F(ServerEnvironment, IsTheConfiguredDirectory) {
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
