#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "install/user_installation.hpp"
#include "process/output.hpp"

// Entries of the workbench in clients' files: those of init, and those of a person.

namespace workbench::app {

struct WorkbenchEntryFound {
  std::filesystem::path file;
  std::string client;  ///< its title, such as "Cursor"
  std::string name;    ///< of the entry
  std::string command;
};

/// All entries that start the workbench, in the files of clients of this user and of the project in the working
/// directory.
[[nodiscard]] std::vector<WorkbenchEntryFound> entries_of_workbench();

/// Whether the entry starts a copy of this user, by its path or by PATH.
[[nodiscard]] bool starts_copy_of_user(const WorkbenchEntryFound& entry, const UserInstallation& installation);

/// A line for each entry that starts another program than the current copy, which an upgrade does not change.
void show_entries_of_other_programs(const UserInstallation& installation, Output& out);

}  // namespace workbench::app
