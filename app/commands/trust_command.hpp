#pragma once

#include <string>

#include "commands/command.hpp"

namespace workbench::app {

/// `trust`: lets a toolboxes file be used where it is found, after a person has seen what it would run.
class TrustCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool lists_ = false;
  bool revokes_ = false;
};

}  // namespace workbench::app
