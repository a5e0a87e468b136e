#include "command_line/program.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "check/check.hpp"
#include "command_line/command_table.hpp"
#include "command_line/help_text.hpp"
#include "command_line/program_options.hpp"
#include "command_line/source_options.hpp"
#include "config/settings/setting_descriptions.hpp"
#include "config/suggestion.hpp"
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

Program::Program(std::string_view build) : build_(build) {
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
    std::vector<std::string> names;
    for (const auto& command : all_commands()) names.emplace_back(command->description().name);
    const auto meant = config::closest_match(arguments.front(), names);
    standard_error() << "mcp-workbench: '" << arguments.front()
                     << (is_command ? "' is a command: put it before all options"
                                    : "' is not a command" + (meant ? "; did you mean \"" + *meant + "\"?" : ""))
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
      standard_output() << protocol::kName << ' ' << protocol::version() << " (" << build_ << ")\n";
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
  Output& out = standard_output();
  out << Lines{usage_text({"[OPTION]...", "COMMAND [OPTION]... [ARGUMENT]..."})}
      << Lines{paragraph_text(
             "One MCP server between an agent and all its other MCP servers. It speaks MCP on stdin and "
             "stdout, and logs to stderr.")}
      << '\n'
      << Lines{options_text(options())} << "\nCommands; \"mcp-workbench COMMAND --help\" shows the options of one:\n";
  for (const auto& command : all_commands()) {
    const Command::Description description = command->description();
    std::string term(description.name);
    if (!description.arguments.empty()) term.append(" ").append(description.arguments);
    out << Lines{entry_text(term, std::string(description.summary) + ".")};
  }
  out << "\nSettings, for the properties file and for -D:\n";
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    const std::string fallback = setting.default_value.empty() ? "none" : std::string(setting.default_value);
    std::string description(setting.description);
    if (!setting.environment.empty()) description.append(" Environment: ").append(setting.environment).append(".");
    out << Lines{entry_text(
        std::string(setting.key) + " (" + std::string(setting.type) + "; default: " + fallback + ")", description)};
  }
  out << "\nExit codes:\n" << Lines{exit_codes_text()};
}

}  // namespace workbench::app
