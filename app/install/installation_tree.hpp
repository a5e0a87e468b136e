#pragma once

#include <filesystem>
#include <string>

#include <workbench/result.hpp>

#include "config/variables.hpp"

namespace workbench::app {

/// To whom the tree of a program belongs, which decides what may be done with it.
enum class TreeKind {
  system,     ///< of all users of the machine, below /usr: a package installs and removes it
  user,       ///< a copy in the data folder of this user, see UserInstallation
  transient,  ///< of npx or another cache, which may remove it at any time
  folder,     ///< elsewhere: an unpacked archive, or a tree that was built
};

/// A program with its plugins, launcher and documents, which find each other by their places.
struct InstallationTree {
  std::filesystem::path root;  ///< absolute, without links
  TreeKind kind = TreeKind::folder;

  /// What a client starts, and what is written into its file.
  [[nodiscard]] std::filesystem::path command() const { return root / "bin/mcp-workbench"; }
  /// Whether it brings its libraries, and so has nothing but the program and what belongs to it.
  [[nodiscard]] bool is_relocatable() const;
  /// Whether the root is this folder, or has it at any depth.
  [[nodiscard]] bool contains(const std::filesystem::path& folder) const;
};

/// The tree at `root`.
[[nodiscard]] InstallationTree tree_at(const std::filesystem::path& root, const config::Environment& environment);

/// The tree of this process, also after another one was put into its place. Throws std::filesystem::filesystem_error
/// without /proc.
[[nodiscard]] InstallationTree tree_of_this_program(const config::Environment& environment);

/// What the program of the tree says its version is: "0.2.0". Runs it, which also shows that it runs on this machine;
/// waits 10 s at most. Errors are sentences; not_found: there is no such tree. invalid_argument: its version cannot be
/// the name of a folder. unavailable: the program does not run here. [startup]
[[nodiscard]] Result<std::string> version_of_tree(const InstallationTree& tree);

}  // namespace workbench::app
