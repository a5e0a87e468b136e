#pragma once

#include <optional>
#include <string>

#include "commands/command.hpp"

namespace workbench::app {

/// `doctor`: whether every server can be used, and for each trouble a sentence and what removes it.
class DoctorCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  bool as_json_ = false;
  std::optional<std::string> message_;  ///< to explain, instead of looking at servers
};

}  // namespace workbench::app
