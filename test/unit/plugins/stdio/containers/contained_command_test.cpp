#include "containers/contained_command.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "containers/instance.hpp"
#include "containers/sweep.hpp"

namespace workbench::test {
namespace {

using stdio::contained_command;
using Words = std::vector<std::string>;

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

std::string args_of(ProcessCommand command, const stdio::ContainerFacts& facts = {}) {
  const auto contained = contained_command(command, "box/my server", facts);
  return contained ? joined(contained->command.args) : std::string("none");
}

TEST(ContainedCommand, HasANameLabelsAndWhatKeepsItFromBeingLeft) {
  const auto contained =
      contained_command({.command = "docker", .args = {"run", "image", "word"}}, "box/my server", {});
  ASSERT_TRUE(contained);
  EXPECT_EQ(joined(contained->command.args),
            "run --name mcp-workbench-" + contained->run.substr(0, 8) + "-my-server --label dev.mcp-workbench.host=" +
                stdio::this_host() + " --label dev.mcp-workbench.instance=" + stdio::this_instance() +
                " --label dev.mcp-workbench.run=" + contained->run +
                " --label dev.mcp-workbench.toolbox=box --label dev.mcp-workbench.server=my server --rm --init "
                "--interactive image word");
  EXPECT_EQ(joined(contained->added), "--rm --init --interactive");
}

TEST(ContainedCommand, KeepsWhatTheEntryHas) {
  const auto contained = contained_command(
      {.command = "docker", .args = {"run", "--rm", "-i", "--init", "--name", "mine", "image"}}, "a/b", {});
  ASSERT_TRUE(contained);
  EXPECT_EQ(contained->container, "mine");
  EXPECT_TRUE(contained->added.empty());
  EXPECT_EQ(std::count(contained->command.args.begin(), contained->command.args.end(), "--name"), 1);
}

TEST(ContainedCommand, LeavesOutInitWherePodmanHasNone) {
  const stdio::ContainerFacts none{.podman_has_init = false};
  EXPECT_EQ(args_of({.command = "podman", .args = {"run", "image"}}, none).find("--init"), std::string::npos);
  EXPECT_NE(args_of({.command = "docker", .args = {"run", "image"}}, none).find("--init"), std::string::npos);
}

TEST(ContainedCommand, LimitsTheContainerInsteadOfTheClient) {
  const auto contained =
      contained_command({.command = "docker",
                         .args = {"run", "--pids-limit", "9", "image"},
                         .rlimits = {{"memoryBytes", 100'000'000}, {"processes", 50}, {"files", 64}}},
                        "a/b", {});
  ASSERT_TRUE(contained);
  const std::string args = joined(contained->command.args);
  EXPECT_NE(args.find("--memory=100000000"), std::string::npos) << args;
  EXPECT_NE(args.find("--ulimit=nofile=64"), std::string::npos) << args;
  EXPECT_EQ(args.find("--pids-limit=50"), std::string::npos) << args;
  EXPECT_TRUE(contained->command.rlimits.empty());
}

TEST(ContainedCommand, IsNoneOfAnotherProgram) {
  EXPECT_EQ(args_of({.command = "npx", .args = {"run", "image"}}), "none");
}

TEST(ContainedCommand, MayNotBeDetached) {
  EXPECT_EQ(stdio::check_container({.command = "docker", .args = {"run", "-d", "image"}}).size(), 1U);
  EXPECT_TRUE(stdio::check_container({.command = "docker", .args = {"run", "--detach=false", "image"}}).empty());
}

std::string boot() {
  const std::string own = stdio::this_instance();
  return own.substr(0, own.find('.'));
}

std::string name_space() {
  const std::string own = stdio::this_instance();
  return own.substr(own.rfind('.') + 1);
}

TEST(Instance, HasEndedIfItsProcessCertainlyHas) {
  EXPECT_FALSE(stdio::has_ended(stdio::this_instance()));
  EXPECT_TRUE(stdio::has_ended("another-boot.1.1." + name_space()));
  EXPECT_TRUE(stdio::has_ended(boot() + ".1.999999999999." + name_space())) << "another process has the id";
  EXPECT_TRUE(stdio::has_ended(boot() + ".4194305.1." + name_space())) << "no process has the id";
  EXPECT_FALSE(stdio::has_ended(boot() + ".4194305.1.7")) << "the id is of another namespace";
  for (const char* text : {"", "x", "a.b.c.d", "a.1.2", "a.1.2.3.4", "<no value>"}) {
    EXPECT_FALSE(stdio::has_ended(text)) << text;
  }
}

TEST(LeftContainers, AreThoseOfEndedWorkbenchesAndEndedRuns) {
  const std::string own = stdio::this_instance();
  const auto active = stdio::mark_active("running");
  const Words lines{"1 another-boot.1.1.1 a", "2 " + own + " running", "3 " + own + " ended", "4 <no value>", "5", ""};
  EXPECT_EQ(stdio::left_containers(lines), (Words{"1", "3"}));
}

}  // namespace
}  // namespace workbench::test
