#include "process/npm_pauses.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "temporary_folder.hpp"

namespace workbench::test {
namespace {

constexpr const char* kMinPause = "npm_config_fetch_retry_mintimeout";
constexpr const char* kMaxPause = "npm_config_fetch_retry_maxtimeout";
constexpr const char* kShort = "1000 10000";
constexpr const char* kNone = " ";

/// Of a server whose user has no files of npm but those that a test writes.
class PausesOfNpm : public ::testing::Test {
 protected:
  PausesOfNpm() {
    std::filesystem::create_directories(home());
    std::filesystem::create_directories(project() / "deep");
  }

  [[nodiscard]] std::filesystem::path home() const { return folder_.path() / "home"; }
  [[nodiscard]] std::filesystem::path project() const { return folder_.path() / "project"; }

  [[nodiscard]] std::string pauses_of(ProcessCommand server) const {
    server.cwd = (project() / "deep").string();
    server.env.emplace_back("HOME", home().string());
    std::string shortest;
    std::string longest;
    for (const auto& [name, value] : stdio::with_short_pauses_of_npm(std::move(server)).env) {
      if (name == kMinPause) shortest = value;
      if (name == kMaxPause) longest = value;
    }
    return shortest + " " + longest;
  }

  test_support::TemporaryFolder folder_;
};

TEST_F(PausesOfNpm, AreShortForProgramsThatDownloadAsItDoesAndForNoOther) {
  for (const char* command : {"npx", "npm", "/opt/node/bin/npx", "./pnpm"}) {
    EXPECT_EQ(pauses_of({.command = command}), kShort) << command;
  }
  for (const char* command : {"node", "uvx", "my-npx", "npx/server", "npx-server"}) {
    EXPECT_EQ(pauses_of({.command = command}), kNone) << command;
  }
}

// npm fails at every download if the shortest pause is longer than the longest.
TEST_F(PausesOfNpm, AreTheUsersIfOneOfThemIs) {
  EXPECT_EQ(pauses_of({.command = "npx", .env = {{kMinPause, "20000"}}}), "20000 ");
  EXPECT_EQ(pauses_of({.command = "npx", .env = {{kMaxPause, "500"}}}), " 500");
  EXPECT_EQ(pauses_of({.command = "npx", .env = {{"NPM_CONFIG_FETCH_RETRY_MINTIMEOUT", "7"}}}), kNone);
}

TEST_F(PausesOfNpm, AreTheUsersIfTheServerGetsOneOfThemFromTheWorkbench) {
  EXPECT_EQ(pauses_of({.command = "npx", .inherit_env = {"npm_config_*"}}), kShort) << "none is set";
  ::setenv(kMinPause, "7", 1);
  EXPECT_EQ(pauses_of({.command = "npx", .inherit_env = {"npm_config_*"}}), kNone);
  EXPECT_EQ(pauses_of({.command = "npx"}), kShort) << "the server does not get it";
  ::unsetenv(kMinPause);
}

TEST_F(PausesOfNpm, AreTheUsersIfAFileOfNpmHasOneOfThem) {
  for (const char* text : {"fetch-retry-mintimeout=60000", "registry=http://r\n  fetch-retry-maxtimeout = 60000\n",
                           "\"fetch-retry-mintimeout\" = 5\r\n"}) {
    for (const std::filesystem::path& place : {home(), project() / "deep", project()}) {
      const std::filesystem::path file = place / ".npmrc";
      EXPECT_EQ(pauses_of({.command = "npx"}), kShort) << "there is no file";
      std::ofstream(file) << text;
      EXPECT_EQ(pauses_of({.command = "npx"}), kNone) << file << ": " << text;
      std::filesystem::remove(file);
    }
  }
}

TEST_F(PausesOfNpm, AreShortIfAFileOfNpmHasOtherSettings) {
  for (const char* text :
       {"", "fetch-retries=3", "; fetch-retry-mintimeout=5", "#fetch-retry-mintimeout=5", "a=fetch-retry-mintimeout"}) {
    folder_.write("home/.npmrc", text);
    EXPECT_EQ(pauses_of({.command = "npx"}), kShort) << text;
  }
}

TEST_F(PausesOfNpm, AreThoseOfTheFileThatTheUserHasChosen) {
  folder_.write("home/.npmrc", "fetch-retry-mintimeout=5");
  const std::string other = folder_.write("other", "fetch-retries=3").string();
  for (const char* name : {"npm_config_userconfig", "NPM_CONFIG_USERCONFIG"}) {
    EXPECT_EQ(pauses_of({.command = "npx", .env = {{name, other}}}), kShort) << name;
  }
  folder_.write("other", "fetch-retry-mintimeout=5");
  EXPECT_EQ(pauses_of({.command = "npx", .env = {{"npm_config_userconfig", other}}}), kNone);
}

TEST_F(PausesOfNpm, DoNotWaitForAFileThatIsNone) {
  ASSERT_EQ(::mkfifo((home() / ".npmrc").c_str(), 0600), 0);
  std::filesystem::create_directory(project() / ".npmrc");
  EXPECT_EQ(pauses_of({.command = "npx"}), kShort);
}

}  // namespace
}  // namespace workbench::test
