#pragma once

#include <memory>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// `completion`: writes what a shell needs to complete our command lines, or the manual page, from the same tables that
/// the program reads its command line with. For packages.
class CompletionCommand final : public Command {
 public:
  /// `all_commands` makes one of each command, this one among them.
  using CommandTable = std::vector<std::unique_ptr<Command>> (*)();
  explicit CompletionCommand(CommandTable all_commands) : all_commands_(all_commands) {}

  [[nodiscard]] Description description() const override {
    return {
        "completion", "bash|zsh|manual|names",
        "Write the completions for a shell, the manual page, or the names of toolboxes, servers and tools, to stdout"};
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  const CommandTable all_commands_;
};

}  // namespace workbench::app
