#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <workbench/file_descriptor.hpp>
#include <workbench/result.hpp>

namespace workbench::client_files {

/// The file at the end of symbolic links, of links to files that do not exist, too.
[[nodiscard]] std::filesystem::path real_file(const std::filesystem::path& file);

/// Whether there is certainly nothing of this name, not even a link. A file that cannot be examined is not missing.
[[nodiscard]] bool is_missing(const std::filesystem::path& file);

/// The bytes of a file, a byte order mark included. Absent: it does not exist. An error: it cannot be read now, so it
/// is not known what it has, as for a link to a file that does not exist; its message completes a sentence that begins
/// with the name of the file.
[[nodiscard]] Result<std::optional<std::string>> read_if_exists(const std::filesystem::path& file);

/// How a file is written.
struct Writing {
  int mode = 0;                                   ///< 0: the mode of the existing file, or 0600
  std::optional<std::string_view> expected = {};  ///< nothing is written if the file has other bytes than these now
  bool is_new = false;                            ///< nothing is written if the file exists now
};

/// Replaces the whole file at once: no reader sees half of it, and a failure leaves it as it was. Follows symbolic
/// links, keeps the owner. New folders above it get the mode 0700. The error is a sentence.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view text,
                                      const Writing& writing = {});

/// Removes a file that has `expected`. The error is a sentence.
[[nodiscard]] Result<void> remove_file(const std::filesystem::path& file, std::string_view expected);

/// Held while files are read to be changed: no other workbench process does so meanwhile.
class FileLock {
 public:
  /// Creates the file. The error is a sentence; ErrorKind::unavailable: another process holds it.
  [[nodiscard]] static Result<FileLock> acquire(const std::filesystem::path& file);

 private:
  explicit FileLock(FileDescriptor file) : file_(std::move(file)) {}

  FileDescriptor file_;
};

}  // namespace workbench::client_files
