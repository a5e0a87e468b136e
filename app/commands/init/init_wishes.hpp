#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace workbench::app {

/// The options of `init`.
struct InitWishes {
  std::vector<std::filesystem::path> files;  ///< --from; empty: the files of all clients
  std::string client;                        ///< --export; empty: nothing is exported
  bool needs_no_answers = false;             ///< --yes
  bool only_shows = false;                   ///< --dry-run
  bool replaces = false;                     ///< --replace
  bool undoes = false;                       ///< --undo
  bool only_last = false;                    ///< --last
  /// --try, --no-try: whether the servers are started, and one tool is called, in the end. Absent: at a terminal.
  std::optional<bool> tries = {};
  bool forces = false;  ///< --force
};

}  // namespace workbench::app
