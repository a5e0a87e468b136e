#include "startup/server_doubts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace workbench::app {
namespace {

client_files::WrittenServer server(std::string command, std::vector<std::string> args = {}) {
  client_files::WrittenServer result;
  result.command = std::move(command);
  result.args = std::move(args);
  return result;
}

TEST(ServerDoubts, KnowTheWorkbenchByItsProgram) {
  EXPECT_TRUE(is_workbench(server("mcp-workbench")));
  EXPECT_TRUE(is_workbench(server("/opt/mcp-workbench/bin/mcp-workbench", {"--config", "x"})));
  EXPECT_TRUE(is_workbench(server("env", {"A=b", "mcp-workbench"})));
  EXPECT_FALSE(is_workbench(server("npx", {"server-filesystem", "/home/a/mcp-workbench"})));
  EXPECT_FALSE(is_workbench(server("mcp-workbench-demo-server")));
}

TEST(ServerDoubts, AreAboutAProgramThatIsNotOnThePathOfTheServer) {
  const test_support::TemporaryFolder folder;
  const auto program = folder.write("tool", "");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const auto environment = [](std::string_view) { return std::optional<std::string>("/usr/bin"); };
  Options options;
  options.set("command", "tool");
  EXPECT_EQ(doubts_about("stdio", options, environment).size(), 1U);
  options.set("env", Options::TextMap{{"PATH", folder.path().string()}});
  EXPECT_TRUE(doubts_about("stdio", options, environment).empty());
  options.set("command", program.string());
  EXPECT_TRUE(doubts_about("stdio", options, environment).empty());
  options.set("command", program.string() + "-not");
  EXPECT_EQ(doubts_about("stdio", options, environment).size(), 1U);
  EXPECT_TRUE(doubts_about("http", options, environment).empty());
}

TEST(ServerDoubts, AreAboutAnImageWithoutADigest) {
  const auto environment = [](std::string_view) { return std::optional<std::string>(); };
  Options options;
  options.set("image", "name:latest");
  EXPECT_EQ(doubts_about("container", options, environment).size(), 1U);
  options.set("image", "name@sha256:0123");
  EXPECT_TRUE(doubts_about("container", options, environment).empty());
}

TEST(ServerDoubts, SayWhatACommandThatRunsAContainerGets) {
  const test_support::TemporaryFolder folder;
  std::filesystem::permissions(folder.write("docker", ""), std::filesystem::perms::owner_all);
  const auto environment = [&](std::string_view) { return std::optional<std::string>(folder.path().string()); };
  Options options;
  options.set("command", "docker");
  options.set("args", Options::TextList{"run", "image"});
  const auto doubts = doubts_about("stdio", options, environment);
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_EQ(doubts.front().option, "args");
}

}  // namespace
}  // namespace workbench::app
