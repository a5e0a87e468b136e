#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "client_files/file_writing.hpp"

namespace workbench::client_files {

/// What a file that init writes is for.
enum class FileKind {
  client,     ///< of another client
  toolboxes,  ///< ours
  variables,  ///< `NAME=value` lines, beside it
};

/// One file that was written.
struct ReplacedFile {
  unsigned long number = 0;      ///< in order
  unsigned long run = 0;         ///< the first number of those that were written together
  std::filesystem::path folder;  ///< where this is kept
  std::filesystem::path file;
  FileKind kind = FileKind::client;
  std::optional<std::string> before;  ///< absent: it did not exist
  std::string after;
};

/// The files that were edited, each as it was before and after, in a folder that only the user can read: what is needed
/// to undo.
class ReplacedFiles {
 public:
  explicit ReplacedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Keeps what is needed to undo, then writes the file. All files of one ReplacedFiles make one run. `before` is the
  /// content that the file must still have; absent: it must not exist.
  [[nodiscard]] Result<void> replace(const std::filesystem::path& file, const std::optional<std::string>& before,
                                     const std::string& after, FileKind kind = FileKind::client, int mode = 0);

  /// All files that were written, the earliest first. Unfinished ones are left out.
  [[nodiscard]] std::vector<ReplacedFile> all() const;
  /// Whether all() has everything that was kept. The error is a sentence: a part cannot be read, so nothing that a file
  /// may need can be removed.
  [[nodiscard]] Result<void> check() const;
  /// The files of this ReplacedFiles' run.
  [[nodiscard]] std::vector<ReplacedFile> of_this_run() const;

  /// Forgets one file.
  void forget(const ReplacedFile& replaced) const;

  /// Held while files are replaced or restored.
  [[nodiscard]] Result<FileLock> lock() const { return FileLock::acquire(folder_ / "lock"); }

 private:
  std::filesystem::path folder_;
  unsigned long run_ = 0;  // 0: nothing was replaced yet
};

}  // namespace workbench::client_files
