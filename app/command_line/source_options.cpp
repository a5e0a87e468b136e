#include "command_line/source_options.hpp"

#include <Poco/Util/Option.h>
#include <Poco/Util/OptionException.h>

#include <utility>

namespace workbench::app {
namespace {

/// Splits KEY=VALUE.
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

void define_source_options(Poco::Util::OptionSet& options) {
  using Poco::Util::Option;
  options.addOption(
      Option("config", "c",
             "use this toolboxes file (JSON); default: ./workbench-config.json if \"mcp-workbench trust\" has allowed "
             "it, else the user's file, which init writes")
          .argument("FILE"));
  options.addOption(Option("properties", "p", "read the settings of the workbench from this file").argument("FILE"));
  options.addOption(
      Option("define", "D", "set one setting; overrides all files").argument("KEY=VALUE").repeatable(true));
}

bool handle_source_option(Sources& sources, const std::string& name, const std::string& value) {
  if (name == "config") {
    sources.definitions["workbench.toolboxes"] = value;
  } else if (name == "properties") {
    sources.properties_file = value;
  } else if (name == "define") {
    auto [key, setting] = parse_definition(value);
    sources.definitions[std::move(key)] = std::move(setting);
  } else {
    return false;
  }
  return true;
}

}  // namespace workbench::app
