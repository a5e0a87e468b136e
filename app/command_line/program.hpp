#pragma once

#include <Poco/Util/Application.h>

#include <string>
#include <vector>

#include "startup/startup.hpp"

namespace workbench::app {

/// The options of the program without a command.
void define_program_options(Poco::Util::OptionSet& options);

inline constexpr const char* kExitCodes =
    "0 success, 1 an error of a called tool, 2 configuration, 3 plugin, 4 no listener, 5 a server that could not be "
    "reached or did not answer, 6 no shared workbench runs, 64 command line, 70 internal error, 74 output that "
    "could not be written, 130 interrupted";

/// The program without a command, as Poco::Util's application class: reads the command line and does what it requests.
class Program final : public Poco::Util::Application {
 public:
  Program();

 protected:
  void defineOptions(Poco::Util::OptionSet& options) override;
  void handleOption(const std::string& name, const std::string& value) override;
  int main(const std::vector<std::string>& arguments) override;

 private:
  enum class Action { serve, join, share, check, list_plugins, version, help };

  void print_help() const;

  Action action_ = Action::serve;
  bool is_deep_ = false;
  Sources sources_;
};

}  // namespace workbench::app
