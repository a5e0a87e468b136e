#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

namespace workbench::client_files {

/// Replaces the whole file at once: no reader sees half of it. Follows a symbolic link. A new file, and the folders
/// above it, get the mode 0600 (0700); one that exists keeps its mode unless `mode` is given. The error is a sentence.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& file, std::string_view text, int mode = 0);

/// The files that were edited, each as it was before and after, in a folder that only the user can read. Undoing goes
/// back through them, the latest first.
class ReplacedFiles {
 public:
  explicit ReplacedFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Keeps what is needed to undo, then writes the file.
  [[nodiscard]] Result<void> replace(const std::filesystem::path& file, std::string_view before,
                                     std::string_view after);

  struct Restored {
    std::filesystem::path file;
    std::string refusal;  ///< empty: it is as it was, to the byte
  };
  /// Restores every file. One that has changed since is refused and stays in the list, unless `even_if_changed`.
  [[nodiscard]] std::vector<Restored> undo(bool even_if_changed);

 private:
  [[nodiscard]] std::vector<unsigned long> numbers() const;

  std::filesystem::path folder_;
};

}  // namespace workbench::client_files
