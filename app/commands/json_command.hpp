#pragma once

#include <string>
#include <utility>

#include "commands/command.hpp"

namespace workbench::app {

/// A command that writes its answer for people, or as JSON with the option --json. [startup]
class JsonCommand : public Command {
 public:
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;

 protected:
  /// `form`: the description of the option in --help.
  explicit JsonCommand(std::string form = "print JSON") : form_(std::move(form)) {}

  /// In run(): the answer is to be JSON.
  [[nodiscard]] bool as_json() const { return as_json_; }

 private:
  const std::string form_;
  bool as_json_ = false;
};

}  // namespace workbench::app
