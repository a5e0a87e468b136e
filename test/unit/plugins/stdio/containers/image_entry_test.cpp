#include "containers/image_entry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "containers/container_confinement.hpp"

namespace workbench::test {
namespace {

using stdio::EngineFacts;
using stdio::ImageEntry;
using Words = std::vector<std::string>;

constexpr EngineFacts kRoot{.user = 0, .group = 0, .has_podman = true, .is_docker_rootless = false};
constexpr EngineFacts kUser{.user = 1000, .group = 100, .has_podman = true, .is_docker_rootless = false};

std::string line(const ProcessCommand& command) {
  std::string text = command.command;
  for (const std::string& word : command.args) text.append(" ").append(word);
  return text;
}

bool has_word(const ProcessCommand& command, const std::string& word) {
  return std::find(command.args.begin(), command.args.end(), word) != command.args.end();
}

TEST(ImageEntry, RunsWithAsFewRightsAsPossible) {
  EXPECT_EQ(line(image_command({.image = "name@sha256:1", .args = {"stdio", "-v"}}, kRoot)),
            "podman run --read-only --cap-drop=all --security-opt=no-new-privileges --tmpfs=/tmp --user=0:0 "
            "name@sha256:1 stdio -v");
}

TEST(ImageEntry, RunsAsTheUserOfTheWorkbench) {
  ImageEntry entry{.image = "i"};
  EXPECT_NE(line(image_command(entry, kUser)).find("--userns=keep-id --user=1000:100"), std::string::npos);
  entry.runtime = "docker";
  const std::string docker = line(image_command(entry, kUser));
  EXPECT_NE(docker.find("--user=1000:100"), std::string::npos);
  EXPECT_EQ(docker.find("keep-id"), std::string::npos);
  EngineFacts rootless = kUser;
  rootless.is_docker_rootless = true;
  EXPECT_EQ(line(image_command(entry, rootless)).find("--user"), std::string::npos) << "root is this user there";
}

TEST(ImageEntry, PrefersPodmanIfItWorks) {
  EngineFacts facts = kUser;
  EXPECT_EQ(image_command({.image = "i"}, facts).command, "podman");
  facts.has_podman = false;
  EXPECT_EQ(image_command({.image = "i"}, facts).command, "docker");
  EXPECT_EQ(image_command({.image = "i", .runtime = "podman"}, facts).command, "podman");
}

TEST(ImageEntry, PassesVariablesByName) {
  const ProcessCommand command = image_command({.image = "i", .env = {{"TOKEN", "secret"}, {"HOME", "/data"}}}, kRoot);
  EXPECT_EQ(line(command).find("secret"), std::string::npos);
  EXPECT_TRUE(has_word(command, "TOKEN"));
  EXPECT_TRUE(has_word(command, "HOME=/data")) << "the client has its own";
  EXPECT_EQ(command.env, (Options::TextMap{{"TOKEN", "secret"}}));
}

TEST(ImageEntry, PassesOnInheritedVariablesByName) {
  ::setenv("IMAGE_ENTRY_TEST", "value", 1);
  const ProcessCommand command = image_command({.image = "i", .inherit_env = {"IMAGE_ENTRY_*"}}, kRoot);
  ::unsetenv("IMAGE_ENTRY_TEST");
  EXPECT_TRUE(has_word(command, "IMAGE_ENTRY_TEST"));
}

TEST(ImageEntry, MountsReadOnlyUnlessItSaysOtherwise) {
  const ProcessCommand command =
      image_command({.image = "i", .mounts = {{"/a", "/work", false}, {"/b,c", "/out", true}}}, kRoot);
  EXPECT_TRUE(has_word(command, "type=bind,source=/a,target=/work,readonly"));
  EXPECT_TRUE(has_word(command, "type=bind,\"source=/b,c\",target=/out"));
}

TEST(ImageEntry, TurnsLimitsIntoOptions) {
  const std::string text = line(
      image_command({.image = "i", .rlimits = {{"memoryBytes", 5'000'000}, {"processes", 9}, {"cpus", 2}}}, kRoot));
  EXPECT_NE(text.find("--memory=5000000 --pids-limit=9 --cpus=2"), std::string::npos) << text;
}

std::string errors_of(Options options) {
  std::string text;
  for (const OptionError& error : stdio::check_image_options(options))
    text += error.option + " " + error.message + "\n";
  return text;
}

Options with(const std::string& name, Options::Value value) {
  Options options;
  options.set("image", std::string("i"));
  options.set(name, std::move(value));
  return options;
}

TEST(ImageOptions, ReportWhatCannotWork) {
  EXPECT_EQ(errors_of(with("args", Words{"a"})), "");
  EXPECT_EQ(errors_of(with("rlimits", Options::NumberMap{{"cpus", 2}})), "");
  EXPECT_EQ(errors_of(with("container.runtime", std::string("lxc"))),
            "container.runtime must be \"podman\" or \"docker\"\n");
  EXPECT_NE(errors_of(with("container.mounts", Words{"/a", "work", "read"})).find("absolute path"), std::string::npos);
  EXPECT_NE(errors_of(with("env", Options::TextMap{{"DOCKER_HOST", "x"}})).find("steers the client"),
            std::string::npos);
  EXPECT_NE(errors_of(with("rlimits", Options::NumberMap{{"memory", 2}})).find("unknown key"), std::string::npos);
  Options named = with("image", std::string("--privileged"));
  EXPECT_NE(errors_of(named).find("begins with a dash"), std::string::npos);
}

TEST(ContainerSandbox, ClosesTheNetworkOrSaysThatItCannot) {
  stdio::SandboxSettings sandbox;
  const ProcessCommand command{.command = "docker", .args = {"run", "image"}};
  EXPECT_FALSE(is_confined_as_container(command, sandbox));
  sandbox.is_enabled = true;
  EXPECT_TRUE(is_confined_as_container(command, sandbox));
  EXPECT_TRUE(check_container_sandbox(command, sandbox).empty());
  EXPECT_EQ(line(confined_container(command, sandbox)),
            "docker run --cap-drop=all --security-opt=no-new-privileges --network=none image");
  sandbox.allowed_domains = {"*"};
  EXPECT_EQ(line(confined_container(command, sandbox)).find("--network"), std::string::npos);
  sandbox.allowed_domains = {"api.example.com"};
  EXPECT_EQ(check_container_sandbox(command, sandbox).size(), 1U);
}

TEST(ContainerSandbox, RefusesWhatContradictsIt) {
  stdio::SandboxSettings sandbox;
  sandbox.is_enabled = true;
  for (const Words& args : {Words{"run", "--privileged", "image"}, Words{"run", "--network=host", "image"}}) {
    EXPECT_EQ(check_container_sandbox({.command = "docker", .args = args}, sandbox).size(), 1U) << args[1];
  }
}

}  // namespace
}  // namespace workbench::test
