#pragma once

#include <string>
#include <vector>

#include "commands/command.hpp"

namespace workbench::app {

/// `login`: logs in to a server, or without one shows which logins there are.
class LoginCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::vector<std::string> scopes_;
  std::string principal_;  ///< empty: the user who runs the workbench
  bool opens_browser_ = true;
};

/// `logout`: ends the login to a server.
class LogoutCommand final : public Command {
 public:
  [[nodiscard]] Description description() const override;
  void define_options(Poco::Util::OptionSet& options) const override;
  void handle_option(const std::string& name, const std::string& value) override;
  [[nodiscard]] ExitStatus run(CommandContext context) override;

 private:
  std::string principal_;
};

}  // namespace workbench::app
