#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace workbench::lock_review {

/// What tells a file from another one, and from what it was before.
struct FileVersion {
  int error = 0;  ///< why it cannot be looked at, an errno; the others are 0 then
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  ///< ctime, which no program can set

  [[nodiscard]] static FileVersion of(const std::filesystem::path& file);
  [[nodiscard]] static FileVersion of(const struct ::stat& status);

  [[nodiscard]] bool is_missing() const;
  /// It was changed so short a time ago that another change could have the same time: clocks of file systems tick
  /// every few milliseconds.
  [[nodiscard]] bool is_recent() const;
  /// All of it, for comparison with what another process has seen.
  [[nodiscard]] std::string text() const;

  [[nodiscard]] bool operator==(const FileVersion&) const = default;
};

}  // namespace workbench::lock_review
