#pragma once

#include <cstdint>
#include <filesystem>

namespace bench {

/// What a run of a program under callgrind has cost.
struct Profile {
  std::uint64_t instructions = 0;
  std::uint64_t allocations = 0;  ///< calls of malloc, by operator new or directly
};

/// Reads a file that callgrind has written. Throws std::runtime_error if it cannot be read.
[[nodiscard]] Profile read_profile(const std::filesystem::path& file);

}  // namespace bench
