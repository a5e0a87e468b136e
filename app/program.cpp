#include "program.hpp"

#include <Poco/Util/HelpFormatter.h>
#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>

#include <csignal>
#include <iostream>
#include <utility>

#include "check.hpp"
#include "event_loop/loop.hpp"
#include "log.hpp"
#include "plugin_list.hpp"
#include "process_host.hpp"
#include "protocol/identity.hpp"
#include "service.hpp"
#include "startup.hpp"

namespace workbench::app {
namespace {

int as_int(ExitStatus code) {
  return static_cast<int>(code);
}

ExitStatus list_plugins(Startup& startup) {
  if (const ExitStatus code = startup.read_settings(); code != ExitStatus::ok) return code;
  if (const ExitStatus code = startup.load_plugins(); code != ExitStatus::ok) return code;
  print_plugins(std::cout, startup.registry().plugins());
  return ExitStatus::ok;
}

ExitStatus prepare(Startup& startup) {
  if (const ExitStatus code = startup.read_settings(); code != ExitStatus::ok) return code;
  if (const ExitStatus code = startup.load_plugins(); code != ExitStatus::ok) return code;
  // The toolboxes and the wiring do not depend on each other: a person gets to know what is wrong with both.
  const ExitStatus toolboxes = startup.read_toolboxes();
  const ExitStatus selection = startup.select_services();
  return toolboxes != ExitStatus::ok ? toolboxes : selection;
}

ExitStatus check_servers(Startup& startup) {
  std::signal(SIGPIPE, SIG_IGN);
  Log log(LogLevel::error);
  event_loop::Loop loop;
  ProcessHost host(loop, log, startup.settings().limits);
  const ExitStatus status = check_servers(std::cout, loop, host, startup.config(), startup.registry());
  startup.dismiss_plugins();
  return status;
}

ExitStatus check(Startup& startup, bool is_deep) {
  const ExitStatus code = prepare(startup);
  for (const config::Finding& note : startup.notes()) std::cerr << note.text << '\n';
  if (code != ExitStatus::ok) return code;
  std::size_t servers = 0;
  for (const config::ToolboxEntry& toolbox : startup.config().toolboxes) servers += toolbox.servers.size();
  std::cout << startup.settings().toolboxes_file.string() << ": valid; " << startup.config().toolboxes.size()
            << " toolboxes, " << servers << " servers\n";
  return is_deep ? check_servers(startup) : ExitStatus::ok;
}

ExitStatus serve(event_loop::Loop& loop, ProcessHost& host, const Startup& startup) {
  Service service(loop, host, startup.registry(), startup.selection(), startup.config());
  if (const auto opened = service.open(); !opened) {
    host.log(LogLevel::error, "workbench", "cannot serve: " + opened.error().message);
    return ExitStatus::no_listener;
  }
  return service.run();
}

ExitStatus serve(Startup& startup) {
  if (const ExitStatus code = prepare(startup); code != ExitStatus::ok) return code;
  // A peer that is gone is an error of the write, not the end of the workbench.
  std::signal(SIGPIPE, SIG_IGN);

  Log log(startup.settings().log_level);
  for (const config::Finding& note : startup.notes()) log.write(LogLevel::information, "configuration", note.text);
  event_loop::Loop loop;
  ProcessHost host(loop, log, startup.settings().limits);
  const ExitStatus status = serve(loop, host, startup);
  startup.dismiss_plugins();
  return status;
}

}  // namespace

Program::Program() {
  setUnixOptions(true);
}

void Program::defineOptions(Poco::Util::OptionSet& options) {
  using Poco::Util::Option;
  options.addOption(
      Option("config", "c", "the toolboxes file (JSON); default ./workbench-config.json").argument("FILE"));
  options.addOption(Option("properties", "p", "the file with the workbench's own settings").argument("FILE"));
  options.addOption(
      Option("define", "D", "one setting, over those of all files").argument("KEY=VALUE").repeatable(true));
  options.addOption(
      Option("check", "", "check all files and plugins, start nothing; exits with 0 or says what is wrong"));
  options.addOption(
      Option("deep", "", "with --check: start every server as well, tell what each offers, and end them again"));
  options.addOption(Option("list-plugins", "", "show the plugins, where they are from and what they bring"));
  options.addOption(Option("version", "V", "show the version"));
  options.addOption(Option("help", "h", "show this help"));
}

void Program::handleOption(const std::string& name, const std::string& value) {
  if (name == "config") {
    definitions_["workbench.toolboxes"] = value;
  } else if (name == "properties") {
    properties_file_ = value;
  } else if (name == "define") {
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw Poco::Util::InvalidArgumentException("-D takes KEY=VALUE, not '" + value + "'");
    }
    definitions_[value.substr(0, equals)] = value.substr(equals + 1);
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
    std::cerr << "mcp-workbench: --deep goes with --check; see --help\n";
    return as_int(ExitStatus::usage);
  }
  Startup startup({properties_file_, definitions_}, std::cerr);
  switch (action_) {
    case Action::help: print_help(); return as_int(ExitStatus::ok);
    case Action::version:
      std::cout << protocol::kName << ' ' << protocol::version() << '\n';
      return as_int(ExitStatus::ok);
    case Action::list_plugins: return as_int(list_plugins(startup));
    case Action::check: return as_int(check(startup, is_deep_));
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
  std::cout << "\nExit codes: 0 ended in order, 2 configuration, 3 plugin, 4 no listener, "
               "5 a server that --check --deep did not reach, 64 command line, "
               "70 internal.\n";
}

}  // namespace workbench::app
