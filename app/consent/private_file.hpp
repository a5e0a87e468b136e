#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

// Files that the program keeps for this user alone. Errors are sentences with their remedy.

namespace workbench::app {

/// The bytes of a file that only root and this user can have written. not_found: there is none. unavailable:
/// others can change it, or it cannot be read.
[[nodiscard]] Result<std::string> read_private_file(const std::filesystem::path& file, std::size_t max_bytes);

/// Makes a folder with mode 0700, and those above it; one that exists stays as it is.
[[nodiscard]] Result<void> make_private_folder(const std::filesystem::path& folder);

/// Held until the descriptor is closed; waits for other holders.
[[nodiscard]] Result<FileDescriptor> lock_beside(const std::filesystem::path& file);

/// Replaces the file at once by one with mode 0600, so that a reader finds the former text or this one, also
/// after the machine has lost its power.
[[nodiscard]] Result<void> write_private_file(const std::filesystem::path& file, std::string_view text);

}  // namespace workbench::app
