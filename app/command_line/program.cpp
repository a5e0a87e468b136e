#include "command_line/program.hpp"

#include <Poco/Util/HelpFormatter.h>

#include <cstddef>
#include <sstream>
#include <string>

#include "check/check.hpp"
#include "command_line/command_table.hpp"
#include "command_line/program_options.hpp"
#include "command_line/source_options.hpp"
#include "config/settings/setting_descriptions.hpp"
#include "join/join.hpp"
#include "process/exit_meanings.hpp"
#include "process/output.hpp"
#include "process/table.hpp"
#include "protocol/implementation.hpp"
#include "service/serve.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

int as_int(ExitStatus status) {
  return static_cast<int>(status);
}

std::string exit_codes_text() {
  constexpr std::size_t kWidth = 80;
  Table table;
  for (const ExitMeaning& row : kExitMeanings) {
    table.add({"  " + std::to_string(as_int(row.status)), std::string(row.meaning)});
  }
  return table.text(kWidth);
}

}  // namespace

Program::Program() {
  setUnixOptions(true);
}

void Program::defineOptions(Poco::Util::OptionSet& options) {
  define_program_options(options);
}

void Program::handleOption(const std::string& name, const std::string& value) {
  if (handle_source_option(sources_, name, value)) return;
  if (name == "found") {
    sources_.found_file = value;
  } else if (name == "check") {
    action_ = Action::check;
  } else if (name == "deep") {
    is_deep_ = true;
  } else if (name == "join") {
    action_ = Action::join;
  } else if (name == "shared") {
    action_ = Action::share;
  } else if (name == "list-plugins") {
    action_ = Action::list_plugins;
  } else if (name == "version") {
    action_ = Action::version;
    stopOptionsProcessing();
  } else if (name == "help") {
    action_ = Action::help;
    stopOptionsProcessing();
  }
}

int Program::main(const std::vector<std::string>& arguments) {
  if (!arguments.empty()) {
    const bool is_command = find_command(arguments.front()) != nullptr;
    standard_error() << "mcp-workbench: '" << arguments.front()
                     << std::string_view(is_command ? "' is a command: put it before all options"
                                                    : "' is not a command")
                     << "; see --help\n";
    return as_int(ExitStatus::usage);
  }
  if (is_deep_ && action_ != Action::check) {
    standard_error() << "mcp-workbench: --deep requires --check; see --help\n";
    return as_int(ExitStatus::usage);
  }
  Startup startup(sources_, standard_error());
  switch (action_) {
    case Action::help: print_help(); return as_int(ExitStatus::ok);
    case Action::version:
      standard_output() << protocol::kName << ' ' << protocol::version() << '\n';
      return as_int(ExitStatus::ok);
    case Action::list_plugins: return as_int(list_plugins(startup, standard_output()));
    case Action::check: return as_int(check(startup, is_deep_, standard_output(), standard_error()));
    case Action::join: return as_int(join(startup));
    case Action::share: return as_int(share(startup));
    case Action::serve: return as_int(serve(startup));
  }
  return as_int(ExitStatus::internal);
}

void Program::print_help() const {
  Poco::Util::HelpFormatter formatter(options());
  formatter.setCommand("mcp-workbench");
  formatter.setUsage("[OPTION]...\nmcp-workbench COMMAND [OPTION]... [ARGUMENT]...");
  formatter.setHeader(
      "One MCP server between an agent and all its other MCP servers. Speaks MCP on stdin and stdout; "
      "logs to stderr.");
  formatter.setUnixStyle(true);
  std::ostringstream help;
  formatter.format(help);
  standard_output() << Lines{help.str()};
  standard_output() << "\nCommands; \"mcp-workbench COMMAND --help\" shows the options of one:\n";
  for (const auto& command : all_commands()) {
    const Command::Description description = command->description();
    standard_output() << "  " << description.name << std::string_view(description.arguments.empty() ? "" : " ")
                      << description.arguments << "\n      " << description.summary << ".\n";
  }
  standard_output() << "\nSettings, for the properties file and for -D:\n";
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    standard_output() << "  " << setting.key << " (" << setting.type
                      << "; default: " << (setting.default_value.empty() ? "none" : setting.default_value)
                      << ")\n      " << setting.description;
    if (!setting.environment.empty()) standard_output() << " Environment: " << setting.environment << ".";
    standard_output() << '\n';
  }
  standard_output() << "\nExit codes:\n" << Lines{exit_codes_text()};
}

}  // namespace workbench::app
