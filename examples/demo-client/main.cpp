// An MCP client for demonstration. Exit codes: 0 if every answer was right, 1 if not, 64 for a usage error.

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "client.hpp"
#include "screen.hpp"
#include "tour.hpp"
#include "workbench_process.hpp"

namespace {

using namespace workbench::demo_client;

constexpr std::string_view kUsage =
    "Usage: mcp-workbench-demo [--config FILE] [--show-messages]\n"
    "Starts mcp-workbench and talks to it as an agent would: shows the toolboxes, opens them, calls a few tools and\n"
    "checks their answers. Exits with 0 if every answer was right.\n"
    "\n"
    "  -c, --config FILE   the toolboxes file; default: the installed config-samples/demo.json\n"
    "  --show-messages     also show the protocol's messages, as they are sent (->) and received (<-)\n"
    "  -h, --help          show this help\n";

struct Arguments {
  std::string config;  ///< the toolboxes file; the installed sample unless the command line names one
  bool shows_messages = false;
  bool wants_help = false;
};

/// Throws std::invalid_argument with a sentence for the user.
Arguments read_arguments(int argc, char** argv) {
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
      throw std::invalid_argument("unknown option '" + std::string(word) + "'");
    }
  }
  return arguments;
}

bool run_tour(const Arguments& arguments) {
  Screen screen;
  WorkbenchProcess workbench(arguments.config);
  Client client(workbench, screen, arguments.shows_messages);
  const bool all_right = Tour(client, screen).run();
  if (const int exit_code = workbench.end(); exit_code != 0) {
    throw std::runtime_error("the workbench ended with exit code " + std::to_string(exit_code));
  }
  return all_right;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = read_arguments(argc, argv);
    if (arguments.wants_help) {
      std::cout << kUsage;
      return 0;
    }
    return run_tour(arguments) ? 0 : 1;
  } catch (const std::invalid_argument& wrong) {
    std::cerr << "mcp-workbench-demo: " << wrong.what() << "; see --help\n";
    return 64;
  } catch (const std::exception& failure) {
    std::cout.flush();
    std::cerr << "mcp-workbench-demo: " << failure.what() << '\n';
    return 1;
  }
}
