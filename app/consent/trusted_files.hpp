#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>

#include "config/variables.hpp"

namespace workbench::app {

/// A file as a person was shown it.
struct SeenFile {
  std::filesystem::path path;  ///< absolute
  std::string sha256;          ///< of its bytes, in hexadecimal; empty: there was no such file

  [[nodiscard]] bool operator==(const SeenFile&) const = default;
};

/// A toolboxes file that a person has allowed to be used wherever it is found.
struct TrustedFile {
  std::filesystem::path file;  ///< as location_of() has it
  std::vector<SeenFile> seen;  ///< the file itself, and everything that was read for it

  /// Null: the person was not shown this file.
  [[nodiscard]] const SeenFile* find(const std::filesystem::path& path) const;
};

/// The path of a toolboxes file with every link on the way to its folder followed, but not the file itself: the
/// meaning of its relative paths depends on the folder.
[[nodiscard]] std::filesystem::path location_of(const std::filesystem::path& file);

[[nodiscard]] std::string sha256_of(std::string_view bytes);

/// The files that the user has allowed, stored in `trusted-files.json` in the user's state folder, which only the user
/// may read and write.
class TrustedFiles {
 public:
  explicit TrustedFiles(const config::Environment& environment);

  /// Empty: the user has no folder for it.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  /// All of them, in the order in which they were allowed. unavailable: it cannot be read, is damaged, or others could
  /// have written it; the message is a sentence with the remedy.
  [[nodiscard]] Result<std::vector<TrustedFile>> load() const;

  /// Adds one, in place of what was allowed for the same file. The error is a sentence.
  [[nodiscard]] Result<void> add(TrustedFile trusted) const;

  /// Removes one; false: it was not there. The error is a sentence.
  [[nodiscard]] Result<bool> remove(const std::filesystem::path& file) const;

  /// Records one of the files read for an allowed file as it is now, because the user has written it through this
  /// program. Without effect if `file` is not allowed. The error is a sentence.
  [[nodiscard]] Result<void> record(const std::filesystem::path& file, const std::filesystem::path& written) const;

 private:
  template <typename Change>
  Result<void> change(Change apply) const;

  std::filesystem::path file_;
};

}  // namespace workbench::app
