#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// `completion`: writes what a shell needs to complete our command lines, or the manual page, from the same tables that
/// the program reads its command line with. For packages.
class CompletionCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override {
    return {"completion", "bash|zsh|manual", "Write the completions for a shell, or the manual page, to stdout"};
  }
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

}  // namespace workbench::app
