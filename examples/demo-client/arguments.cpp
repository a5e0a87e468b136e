#include "arguments.hpp"

#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace workbench::demo_client {

std::string install_prefix() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path().string();
}

Arguments Arguments::read(int argc, char** argv) {
  Arguments arguments;
  arguments.config = install_prefix() + "/share/mcp-workbench/config-samples/demo.json";
  for (int index = 1; index < argc; ++index) {
    const std::string_view word = argv[index];
    if (word == "--help" || word == "-h") {
      arguments.wants_help = true;
    } else if (word == "--show-messages") {
      arguments.shows_messages = true;
    } else if (word == "--config" || word == "-c") {
      if (++index == argc) throw std::invalid_argument("--config needs a file");
      arguments.config = argv[index];
    } else if (word.starts_with("--config=")) {
      arguments.config = word.substr(std::string_view("--config=").size());
    } else {
      throw std::invalid_argument("there is no option '" + std::string(word) + "'");
    }
  }
  return arguments;
}

std::string usage() {
  return "Usage: mcp-workbench-demo [--config FILE] [--show-messages]\n"
         "Starts mcp-workbench and talks to it as an agent would: shows the toolboxes, opens them, asks a few tools\n"
         "and checks their answers. Ends with 0 if every answer was right.\n"
         "\n"
         "  -c, --config FILE   the toolboxes file; default: the installed config-samples/demo.json\n"
         "  --show-messages     show the protocol's messages too, as they are sent (->) and received (<-)\n"
         "  -h, --help          show this help\n";
}

}  // namespace workbench::demo_client
