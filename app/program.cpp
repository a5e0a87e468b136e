#include "program.hpp"

#include <Poco/Util/HelpFormatter.h>
#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>

#include <iostream>
#include <utility>

#include "check.hpp"
#include "protocol/implementation.hpp"
#include "service.hpp"
#include "startup.hpp"

namespace workbench::app {
namespace {

int as_int(ExitStatus status) {
  return static_cast<int>(status);
}

/// Splits KEY=VALUE. The error shows no more than the first word, because the rest may be a secret.
std::pair<std::string, std::string> parse_definition(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw Poco::Util::InvalidArgumentException("-D requires KEY=VALUE; there is no \"=\" after \"" +
                                               text.substr(0, text.find_first_of(" \t:")) + "\"");
  }
  if (equals == 0) throw Poco::Util::InvalidArgumentException("-D requires KEY=VALUE; there is no key before \"=\"");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

}  // namespace

Program::Program() {
  setUnixOptions(true);
}

void Program::defineOptions(Poco::Util::OptionSet& options) {
  using Poco::Util::Option;
  options.addOption(
      Option("config", "c", "the toolboxes file (JSON); default ./workbench-config.json").argument("FILE"));
  options.addOption(Option("properties", "p", "the file with the settings of the workbench").argument("FILE"));
  options.addOption(
      Option("define", "D", "one setting; overrides those of all files").argument("KEY=VALUE").repeatable(true));
  options.addOption(
      Option("check", "", "check all files and plugins and start nothing; exits with 0, or reports all errors"));
  options.addOption(
      Option("deep", "", "with --check: also start every server, report its tools or why it failed, and stop it"));
  options.addOption(Option("list-plugins", "", "show the plugins, their files and what they register"));
  options.addOption(Option("version", "V", "show the version"));
  options.addOption(Option("help", "h", "show this help"));
}

void Program::handleOption(const std::string& name, const std::string& value) {
  if (name == "config") {
    definitions_["workbench.toolboxes"] = value;
  } else if (name == "properties") {
    properties_file_ = value;
  } else if (name == "define") {
    auto [key, setting] = parse_definition(value);
    definitions_[std::move(key)] = std::move(setting);
  } else if (name == "check") {
    action_ = Action::check;
  } else if (name == "deep") {
    is_deep_ = true;
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
    std::cerr << "mcp-workbench takes no arguments besides its options: '" << arguments.front() << "'; see --help\n";
    return as_int(ExitStatus::usage);
  }
  if (is_deep_ && action_ != Action::check) {
    std::cerr << "mcp-workbench: --deep requires --check; see --help\n";
    return as_int(ExitStatus::usage);
  }
  Startup startup({properties_file_, definitions_}, std::cerr);
  switch (action_) {
    case Action::help: print_help(); return as_int(ExitStatus::ok);
    case Action::version:
      std::cout << protocol::kName << ' ' << protocol::version() << '\n';
      return as_int(ExitStatus::ok);
    case Action::list_plugins: return as_int(list_plugins(startup, std::cout));
    case Action::check: return as_int(check(startup, is_deep_, std::cout, std::cerr));
    case Action::serve: return as_int(serve(startup));
  }
  return as_int(ExitStatus::internal);
}

void Program::print_help() const {
  Poco::Util::HelpFormatter formatter(options());
  formatter.setCommand("mcp-workbench");
  formatter.setUsage("[OPTION]...");
  formatter.setHeader(
      "One MCP server between an agent and all its other MCP servers. Speaks MCP on stdin and stdout; "
      "logs to stderr.");
  formatter.setUnixStyle(true);
  formatter.format(std::cout);
  std::cout << "\nSettings, for the properties file and for -D:\n";
  for (const config::SettingDescription& setting : config::setting_descriptions()) {
    std::cout << "  " << setting.key << " (" << setting.type
              << "; default: " << (setting.default_value.empty() ? "none" : setting.default_value) << ")\n      "
              << setting.description;
    if (!setting.environment.empty()) std::cout << " Environment: " << setting.environment << ".";
    std::cout << '\n';
  }
  std::cout
      << "\nExit codes: 0 success, 2 configuration, 3 plugin, 4 no listener, 5 a server that --check --deep could not "
         "reach, 64 command line, 70 internal error.\n";
}

}  // namespace workbench::app
