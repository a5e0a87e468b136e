#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::servers {

/// The files of a cache: `NAME.json` in one folder, where NAME is a SHA-256 digest in hexadecimal digits. Only the user
/// may read them: catalogs may name what the user works on. Several processes may use one folder. Not tied to a thread.
class CacheFiles {
 public:
  /// When a new file exceeds one of them, the files that were confirmed least recently are removed.
  static constexpr std::size_t kMaxFiles = 256;
  static constexpr std::uintmax_t kMaxBytes = std::uintmax_t{64} * 1024 * 1024;

  /// The folder is made when the first file is written; its parents too, as in the XDG Base Directory
  /// Specification.
  explicit CacheFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// A whole file, which must be the user's own, because models read its contents. not_found: there is none. protocol:
  /// it is longer than `max_bytes`, or not a file of the user.
  [[nodiscard]] Result<std::string> read(const std::string& name, std::size_t max_bytes) const;

  /// Makes a file, or replaces one: others see it whole or not at all. It is not synchronized with the disk: after a
  /// power failure the cache may lack it, or have a damaged one, which is noticed.
  [[nodiscard]] Result<void> write(const std::string& name, std::string_view text) const;

  /// Notes that the file's contents are still valid. Best effort.
  void confirm(const std::string& name) const;

  /// Success, too, if there is no such file.
  [[nodiscard]] Result<void> remove(const std::string& name) const;

 private:
  [[nodiscard]] std::filesystem::path path_of(const std::string& name) const { return folder_ / (name + ".json"); }
  void prune(const std::filesystem::path& latest) const;

  const std::filesystem::path folder_;
};

}  // namespace workbench::servers
