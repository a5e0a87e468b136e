#include "command_line/program_options.hpp"

#include <Poco/Util/Option.h>

#include "command_line/source_options.hpp"

namespace workbench::app {

void define_program_options(Poco::Util::OptionSet& options) {
  using Poco::Util::Option;
  define_source_options(options);
  options.addOption(Option("join", "",
                           "serve through the one workbench that all clients of this user share, and start it if none "
                           "runs; for the command in a client's configuration"));
  options.addOption(Option("shared", "",
                           "run as the workbench that clients with --join share, until it is stopped; for a "
                           "service manager"));
  options.addOption(Option("found", "",
                           "use this toolboxes file as one that was found: only if no other user can change it and, "
                           "unless it is the user's own, after \"mcp-workbench trust\"; --join starts the shared "
                           "workbench with it")
                        .argument("FILE"));
  options.addOption(Option("check", "", "check all files and plugins, start nothing, and report all errors"));
  options.addOption(
      Option("deep", "", "with --check: also start every server, report its tools or why it failed, and stop it"));
  options.addOption(Option("list-plugins", "", "show the plugins, their files and what they register"));
  options.addOption(Option("version", "V", "show the version"));
  options.addOption(Option("help", "h", "show this help"));
}

}  // namespace workbench::app
