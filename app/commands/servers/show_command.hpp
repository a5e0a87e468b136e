#pragma once

#include "commands/command.hpp"

namespace workbench::app {

/// `show`: one tool, with its arguments as a person reads them.
class ShowCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool as_json_ = false;
};

}  // namespace workbench::app
