#pragma once

#include <filesystem>

#include <workbench/result.hpp>

namespace workbench::app {

/// Unpacks an archive of a tree (.tar.xz) with the system's tar into `folder`, which is empty, and returns the root of
/// the tree in it. Waits five minutes at most. Errors are sentences; unavailable: it cannot be unpacked; not_found: it
/// has no tree. [startup]
[[nodiscard]] Result<std::filesystem::path> unpack_tree(const std::filesystem::path& archive,
                                                        const std::filesystem::path& folder);

}  // namespace workbench::app
