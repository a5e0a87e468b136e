#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "client_files/replaced_files.hpp"
#include "commands/command.hpp"
#include "commands/init/init_wishes.hpp"

namespace workbench::app {

/// What a run has done.
struct InitOutcome {
  ExitStatus status = ExitStatus::ok;
  bool is_usable = false;  ///< the toolboxes file is valid, and no question was answered with no
  std::filesystem::path toolboxes_file;
  std::vector<std::string> changed_clients;  ///< the titles of those whose files got the workbench
};

/// init without --undo and --export: imports, adds to the toolboxes file, and puts the workbench into the clients. What
/// it writes is kept in `replaced`.
[[nodiscard]] InitOutcome run_init(const InitWishes& wishes, client_files::ReplacedFiles& replaced,
                                   CommandContext& context);

}  // namespace workbench::app
