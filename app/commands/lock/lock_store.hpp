#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "lock/line_numbers.hpp"
#include "lock/lock_file.hpp"
#include "lock/lock_index.hpp"

namespace workbench::app {

/// The lock file beside a toolboxes file, as it is on disk. [startup]
class LockStore {
 public:
  /// Reads it. A missing file counts as one without servers. The error is a sentence with the remedy;
  /// invalid_argument: it is not a lock file of this version, and may be replaced as a whole.
  [[nodiscard]] static Result<LockStore> open(const std::filesystem::path& toolboxes_file);
  /// A store that replaces such a file whatever it has, and keeps a copy of it at backup_path().
  [[nodiscard]] static Result<LockStore> replacing(const std::filesystem::path& toolboxes_file);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path backup_path() const { return path_.string() + ".bak"; }
  /// Whether there is a file that can be used.
  [[nodiscard]] bool exists() const { return index_.has_value(); }
  [[nodiscard]] const lock::LockFile& file() const { return file_; }
  /// The records of a server; null: it has none.
  [[nodiscard]] const lock::ServerRecords* find(const std::string& server) const;
  /// Where an item is in the file, or else its server, or 1.
  [[nodiscard]] std::size_t line_of(const std::string& server, const lock::ItemKey& item) const;

  /// Replaces the file at once, unless another program has changed it since it was read, or it could not be read
  /// afterwards. Keeps its mode and follows symbolic links. The error is a sentence.
  [[nodiscard]] Result<void> save(const lock::LockFile& file) const;

 private:
  explicit LockStore(const std::filesystem::path& toolboxes_file) : path_(lock::lock_file_path(toolboxes_file)) {}

  [[nodiscard]] Result<void> read();
  [[nodiscard]] Result<void> back_up() const;

  std::filesystem::path path_;
  std::optional<std::string> text_;
  std::optional<lock::LockIndex> index_;
  lock::LineNumbers lines_;
  lock::LockFile file_;
};

}  // namespace workbench::app
