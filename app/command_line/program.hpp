#pragma once

#include <Poco/Util/Application.h>

#include <string>
#include <string_view>
#include <vector>

#include "startup/startup.hpp"

namespace workbench::app {

/// The program without a command, as Poco::Util's application class: reads the command line and does what it requests.
class Program final : public Poco::Util::Application {
 public:
  /// `build`: what --version says in parentheses after the version; lives as long as the process.
  explicit Program(std::string_view build);

 protected:
  void defineOptions(Poco::Util::OptionSet& options) override;
  void handleOption(const std::string& name, const std::string& value) override;
  int main(const std::vector<std::string>& arguments) override;

 private:
  enum class Action { serve, join, share, check, list_plugins, version, help };

  void print_help() const;

  const std::string_view build_;
  Action action_ = Action::serve;
  bool is_deep_ = false;
  Sources sources_;
};

}  // namespace workbench::app
