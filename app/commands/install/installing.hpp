#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "commands/command.hpp"
#include "install/user_installation.hpp"

// What `install`, `upgrade` and `init` have in common: a tree becomes this user's current copy.

namespace workbench::app {

/// How a tree is installed.
struct InstallWishes {
  std::string command;       ///< what the user typed, for errors
  bool keeps_newer = false;  ///< a current copy of a later version stays current
};

/// A tree that was installed.
struct InstalledTree {
  std::string name;                   ///< of the copy that is current now
  std::optional<std::string> before;  ///< the copy that was current; absent: there was none
  bool is_earlier = false;            ///< its version comes before that of the copy that was current
};

/// Copies the tree, unless it is a copy already, makes it current, and makes the link in ~/.local/bin. Says all of it
/// in `context.out`. Absent: it could not, which `context.errors` says; the copy that was current still is.
[[nodiscard]] std::optional<InstalledTree> install_tree(const UserInstallation& installation,
                                                        const InstallationTree& tree, const InstallWishes& wishes,
                                                        CommandContext& context);

/// The same for an archive, which is unpacked, or for the folder of a tree.
[[nodiscard]] std::optional<InstalledTree> install_from(const UserInstallation& installation,
                                                        const std::filesystem::path& source,
                                                        const InstallWishes& wishes, CommandContext& context);

/// Says which copy was current before, unless it still is.
void show_replaced(const InstalledTree& installed, Output& out);

/// UserInstallation::lock(), for which it waits half a minute while another process has it.
[[nodiscard]] Result<client_files::FileLock> wait_for_lock(const UserInstallation& installation);

/// The root of the tree that clients are to start, so that they get each later version: the current copy if `tree` is
/// transient, which init copies first, or is a copy; otherwise the tree itself.
[[nodiscard]] std::filesystem::path root_for_clients(const InstallationTree& tree,
                                                     const UserInstallation& installation);

}  // namespace workbench::app
