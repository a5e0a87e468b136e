#include "containers/run_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace workbench::test {
namespace {

using stdio::read_run_command;
using Words = std::vector<std::string>;

ProcessCommand command(std::string program, Words args) {
  return {.command = std::move(program), .args = std::move(args)};
}

struct Case {
  std::string name;
  ProcessCommand command;
  std::string image;         ///< empty: it is no command that runs a container
  std::string engine_words;  ///< their number
};

class RunCommands : public ::testing::TestWithParam<Case> {};

TEST_P(RunCommands, AreReadUpToTheImage) {
  const auto run = read_run_command(GetParam().command);
  ASSERT_EQ(run.has_value(), !GetParam().image.empty());
  if (!run) return;
  EXPECT_EQ(stdio::word_of(GetParam().command, run->image), GetParam().image);
  EXPECT_EQ(std::to_string(run->engine_words), GetParam().engine_words);
}

INSTANTIATE_TEST_SUITE_P(
    Of, RunCommands,
    ::testing::Values(
        Case{"plain", command("docker", {"run", "image"}), "image", "1"},
        Case{"as_documented", command("docker", {"run", "-i", "--rm", "-e", "TOKEN", "ghcr.io/a/b:1", "stdio", "-v"}),
             "ghcr.io/a/b:1", "1"},
        Case{"letters_together", command("docker", {"run", "-it", "image"}), "image", "1"},
        Case{"value_after_letters", command("docker", {"run", "-ie", "NAME", "image"}), "image", "1"},
        Case{"value_in_letters", command("docker", {"run", "-v/a:/b", "image"}), "image", "1"},
        Case{"equals", command("docker", {"run", "--name=x", "--env=A=b c", "image"}), "image", "1"},
        Case{"flags_with_values", command("docker", {"run", "--rm=false", "--init=true", "image"}), "image", "1"},
        Case{"mount", command("docker", {"run", "--mount", "type=bind,src=/a,dst=/b", "image"}), "image", "1"},
        Case{"dashes", command("docker", {"run", "--rm", "--", "image"}), "image", "1"},
        Case{"a_path", command("/usr/bin/podman", {"run", "--read-only", "image"}), "image", "1"},
        Case{"management", command("docker", {"container", "run", "--rm", "image"}), "image", "1"},
        Case{"engine_options", command("docker", {"--context", "far", "-H", "tcp://x", "run", "image"}), "image", "5"},
        Case{"engine_flags", command("podman", {"--remote", "--runtime=runc", "run", "image"}), "image", "3"},
        Case{"unknown_option", command("docker", {"run", "--later-option", "value", "image"}), "image", "1"},
        Case{"no_image", command("docker", {"run", "--rm"}), "", ""},
        Case{"other_command", command("docker", {"exec", "-i", "name", "program"}), "", ""},
        Case{"gateway", command("docker", {"mcp", "gateway", "run"}), "", ""},
        Case{"other_program", command("npx", {"run", "image"}), "", ""},
        Case{"nothing", command("docker", {}), "", ""}),
    [](const auto& one) { return one.param.name; });

TEST(RunCommand, KnowsItsFlags) {
  const auto run =
      read_run_command(command("docker", {"run", "-di", "--rm=false", "--name", "mine", "image", "--init"}));
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->is_set("detach"));
  EXPECT_TRUE(run->is_set("interactive"));
  EXPECT_TRUE(run->has("rm"));
  EXPECT_FALSE(run->is_set("rm"));
  EXPECT_FALSE(run->has("init"));
  EXPECT_EQ(run->options.at("name"), "mine");
}

}  // namespace
}  // namespace workbench::test
