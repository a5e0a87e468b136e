#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// `explain`: why clients see a tool, or do not, and as what.
class ExplainCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;
};

}  // namespace workbench::app
