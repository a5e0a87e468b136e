#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/process_launcher.hpp>

namespace workbench::stdio {

/// A command that runs a container, made so that the container can be found and ended.
struct ContainedCommand {
  ProcessCommand command;        ///< has no rlimits any more: they are options of `run`
  std::size_t engine_words = 0;  ///< see RunCommand
  std::string run;               ///< the value of the label kRunLabel
  std::string container;         ///< its name
  std::string image;
  std::vector<std::string> added;  ///< the options that a person would notice: "--rm", "--init"

  /// The program of the engine and its own options.
  [[nodiscard]] std::vector<std::string> engine() const;
  /// The label as the launcher gets it.
  [[nodiscard]] std::string label() const;
  /// Whether the container is one of podman.
  bool is_podman = false;
  /// The options of `run` that `pull` needs, and whether it is wanted: `--pull`, `--platform`.
  std::string pull_policy;
  std::string platform;
};

/// What of this machine matters.
struct ContainerFacts {
  /// Whether podman can start a container with `--init`, for which it needs a program that is not always installed.
  bool podman_has_init = true;
};
[[nodiscard]] ContainerFacts container_facts();

/// The command with a name, labels, `--rm`, `--init` and `--interactive`, and with its `rlimits` as options, each where
/// it is missing. `source` is `TOOLBOX/SERVER`. Absent: the command runs no container.
[[nodiscard]] std::optional<ContainedCommand> contained_command(const ProcessCommand& command, std::string_view source,
                                                                const ContainerFacts& facts);

/// What keeps a command that runs a container from working.
[[nodiscard]] std::vector<OptionError> check_container(const ProcessCommand& command);

/// Options of `run` that limit a container as `rlimits` does.
[[nodiscard]] std::vector<std::string> options_for_limits(const Options::NumberMap& rlimits);

/// Variables that the client of an engine needs, for ProcessCommand::inherit_env.
[[nodiscard]] std::vector<std::string> variables_of_engines();

}  // namespace workbench::stdio
