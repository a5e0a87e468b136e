#pragma once

#include <filesystem>

// Which copies of the program are in use. Other processes of the same user cannot see which program one of ours runs
// (/proc/PID/exe), because it hides its memory from them; so each process holds a shared lock on the folder of its tree
// (flock), and a process that is to remove the tree tries to lock it alone.

namespace workbench::app {

/// Holds the folder for as long as the process lives. Without effect if it cannot be opened. The programs that this
/// process starts do not hold it. [startup]
void hold_tree(const std::filesystem::path& root);

/// Whether a process besides this one holds the folder. True, too, if that cannot be found out. [startup]
[[nodiscard]] bool is_tree_in_use(const std::filesystem::path& root);

}  // namespace workbench::app
