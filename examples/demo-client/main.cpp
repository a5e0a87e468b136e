// Plays an MCP client for a person. Exit code: 0 every answer was right, 1 not, 64 the command line makes no sense.

#include <exception>
#include <iostream>
#include <stdexcept>

#include "arguments.hpp"
#include "client.hpp"
#include "screen.hpp"
#include "tour.hpp"
#include "workbench_process.hpp"

namespace {

using namespace workbench::demo_client;

bool show(const Arguments& arguments) {
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
    const Arguments arguments = Arguments::read(argc, argv);
    if (arguments.wants_help) {
      std::cout << usage();
      return 0;
    }
    return show(arguments) ? 0 : 1;
  } catch (const std::invalid_argument& wrong) {
    std::cerr << "mcp-workbench-demo: " << wrong.what() << "; see --help\n";
    return 64;
  } catch (const std::exception& failure) {
    std::cout.flush();
    std::cerr << "mcp-workbench-demo: " << failure.what() << '\n';
    return 1;
  }
}
