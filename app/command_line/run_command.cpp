#include "command_line/run_command.hpp"

#include <Poco/Exception.h>
#include <Poco/Util/Option.h>
#include <Poco/Util/OptionProcessor.h>

#include <utility>

#include "command_line/help_text.hpp"
#include "command_line/source_options.hpp"
#include "process/output.hpp"
#include "process/program_file.hpp"

namespace workbench::app {
namespace {

void print_help(const Command& command, const Poco::Util::OptionSet& options, Output& out) {
  const Command::Description description = command.description();
  const std::string arguments = description.arguments.empty() ? "" : " " + std::string(description.arguments);
  out << Lines{usage_text({std::string(description.name) + " [OPTION]..." + arguments})}
      << Lines{paragraph_text(std::string(description.summary) + ".")} << '\n'
      << Lines{options_text(options)};
}

Poco::Util::OptionSet accepted_by(const Poco::Util::OptionSet& shown) {
  Poco::Util::OptionSet options = shown;
  options.addOption(Poco::Util::Option(kFoundOption + 2, "", "").argument("FILE"));
  return options;
}

bool handle_common_option(Sources& sources, const std::string& name, const std::string& value) {
  if (name != kFoundOption + 2) return handle_source_option(sources, name, value);
  sources.found_file = value;
  return true;
}

}  // namespace

Poco::Util::OptionSet options_of(const Command& command) {
  Poco::Util::OptionSet options;
  command.define_options(options);
  define_source_options(options);
  options.addOption(Poco::Util::Option("help", "h", "show this help"));
  return options;
}

ExitStatus run_command(Command& command, const std::vector<std::string>& arguments, CommandContext context) {
  const Poco::Util::OptionSet options = options_of(command);
  try {
    const Poco::Util::OptionSet accepted = accepted_by(options);
    Poco::Util::OptionProcessor processor(accepted);
    processor.setUnixStyle(true);
    for (const std::string& argument : arguments) {
      std::string name;
      std::string value;
      if (!processor.process(argument, name, value)) {
        context.arguments.push_back(argument);
      } else if (name == "help") {
        print_help(command, options, context.out);
        return ExitStatus::ok;
      } else if (!name.empty() && !handle_common_option(context.sources, name, value)) {
        command.handle_option(name, value);
      }
    }
    processor.checkRequired();
  } catch (const Poco::Exception& exception) {
    context.errors << "mcp-workbench " << command.description().name << ": " << exception.displayText()
                   << "; see --help\n";
    return ExitStatus::usage;
  }
  return command.run(std::move(context));
}

}  // namespace workbench::app
