#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// `list`: toolboxes, servers and tools, with the tokens that a model would read of each.
class ListCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool as_json_ = false;
};

}  // namespace workbench::app
