#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace workbench::lock {

inline constexpr std::string_view kLockFileName = "workbench.lock";
/// The form of the file and of its hashes. A file with another number is not read.
inline constexpr int kLockScheme = 1;
inline constexpr std::size_t kMaxLockFileBytes = 256U * 1024 * 1024;

/// The lock file of a toolboxes file: beside it.
[[nodiscard]] inline std::filesystem::path lock_file_path(const std::filesystem::path& toolboxes_file) {
  return toolboxes_file.parent_path() / kLockFileName;
}

}  // namespace workbench::lock
