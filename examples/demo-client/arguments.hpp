#pragma once

#include <string>

namespace workbench::demo_client {

/// The command line.
struct Arguments {
  std::string config;  ///< the toolboxes file; the installed sample unless the command line names one
  bool shows_messages = false;
  bool wants_help = false;

  /// Throws std::invalid_argument with a sentence for the user.
  [[nodiscard]] static Arguments read(int argc, char** argv);
};

/// What --help prints.
[[nodiscard]] std::string usage();

/// The folder above the one that this program is in: bin/, share/ and lib/ are in it.
[[nodiscard]] std::string install_prefix();

}  // namespace workbench::demo_client
