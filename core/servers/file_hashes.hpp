#pragma once

#include <sys/types.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace workbench::servers {

/// The SHA-256 of files. A file is read once: again only when its size, a time of it or the file itself is another one.
/// [loop thread]
class FileHashes {
 public:
  /// The most that is read. A larger file has no hash.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{256} * 1024 * 1024;

  /// 64 hexadecimal digits. Absent: it is not a regular file, cannot be read, or is larger than kMaxBytes.
  [[nodiscard]] std::optional<std::string> of(const std::filesystem::path& file);

 private:
  /// What a file is recognized by. Only root can set the time of a change (ctime).
  struct Stamp {
    dev_t device = 0;
    ino_t inode = 0;
    std::int64_t size = 0;
    std::int64_t written = 0;  // nanoseconds
    std::int64_t changed = 0;  // nanoseconds

    [[nodiscard]] auto operator<=>(const Stamp&) const = default;
  };
  static constexpr std::size_t kMaxKnown = 10'000;

  [[nodiscard]] static std::optional<Stamp> stamp_of(int descriptor);

  std::map<Stamp, std::string> known_;
};

}  // namespace workbench::servers
