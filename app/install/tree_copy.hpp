#pragma once

#include <filesystem>
#include <vector>

#include <workbench/result.hpp>

#include "install/installation_tree.hpp"

namespace workbench::app {

/// The files and links of a tree that are copied, relative to its root and sorted: all of a relocatable tree; of any
/// other one, which may share its folders with other programs, those of ours. unavailable: a folder of it cannot be
/// read, so that there may be more of them.
[[nodiscard]] Result<std::vector<std::filesystem::path>> files_of_tree(const InstallationTree& tree);

/// Whether the folder `copy` has these files of the tree, with the same bytes, and no others.
[[nodiscard]] bool is_copy_of(const std::filesystem::path& copy, const InstallationTree& tree);

/// Copies the tree to `target`, which does not exist: into a folder beside it, which gets the name only when all of it
/// is on the disk, so that no process ever finds a part of it. Only the owner may write to the copy. Errors are
/// sentences; unavailable: it cannot be read or written, or is not whole; invalid_argument: a link in it leads out of
/// the tree.
[[nodiscard]] Result<void> copy_tree(const InstallationTree& tree, const std::filesystem::path& target);

/// A new folder in `folder`, for what is not complete yet. Its name begins with kStagedPrefix. unavailable: it cannot
/// be made.
[[nodiscard]] Result<std::filesystem::path> make_staging_folder(const std::filesystem::path& folder);
inline constexpr const char* kStagedPrefix = ".staged-";

}  // namespace workbench::app
