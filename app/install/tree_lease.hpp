#pragma once

#include <filesystem>
#include <optional>

#include <workbench/file_descriptor.hpp>

// Which copies of the program are in use. Other processes of the same user cannot see which program one of ours runs
// (/proc/PID/exe), because it hides its memory from them; so each process holds a shared lock on the folder of its tree
// (flock), and a process that is to remove the tree locks it alone until it has been removed.

namespace workbench::app {

/// Holds the folder for as long as the process lives. The programs that this process starts do not hold it. False:
/// another process has reserved it to remove it. Waits a second for one that only examines it. True without effect if
/// the folder cannot be opened or locked at all. [startup]
[[nodiscard]] bool hold_tree(const std::filesystem::path& root);

/// A tree that no other process holds, or can hold until this is destroyed; the tree may be moved and removed
/// meanwhile. [startup]
class ReservedTree {
 public:
  /// Call it under UserInstallation::lock(): for a moment, the tree of this process is not held. Absent: a process
  /// besides this one holds the folder, or that cannot be found out.
  [[nodiscard]] static std::optional<ReservedTree> reserve(const std::filesystem::path& root);

  ~ReservedTree();
  ReservedTree(ReservedTree&& other) noexcept;
  ReservedTree(const ReservedTree&) = delete;
  ReservedTree& operator=(const ReservedTree&) = delete;
  ReservedTree& operator=(ReservedTree&&) = delete;

 private:
  ReservedTree() = default;

  FileDescriptor folder_;  // closed: it is the folder that this process holds
  bool is_held_here_ = false;
};

/// Whether a process besides this one holds the folder. True, too, if that cannot be found out. As
/// ReservedTree::reserve(). [startup]
[[nodiscard]] bool is_tree_in_use(const std::filesystem::path& root);

}  // namespace workbench::app
