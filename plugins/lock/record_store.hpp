#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lock/lock_index.hpp"

namespace workbench::lock_review {

/// What tells a file from another one, and from what it was before.
struct FileVersion {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = -1;  ///< -1: there is no file
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  ///< ctime, which no program can set

  [[nodiscard]] bool operator==(const FileVersion&) const = default;
};

/// One lock file as it was read.
struct ReadRecord {
  enum class State { missing, broken, usable };

  State state = State::missing;
  FileVersion version;                   ///< when it was read
  std::string problem;                   ///< of a broken one: what is wrong, with the remedy
  std::optional<lock::LockIndex> index;  ///< of a usable one
};

/// The lock files of a process, which are beside its toolboxes files. Each is read when it is first asked for, and kept
/// until refresh(). [loop thread]
class RecordStore {
 public:
  /// The lock file of the toolboxes file with the absolute path `toolboxes_file`; empty: there is none, and no lock
  /// file. Valid until refresh().
  [[nodiscard]] const ReadRecord& of(std::string_view toolboxes_file);

  /// Reads again all that were asked for. Returns whether one is different from before.
  [[nodiscard]] bool refresh();

 private:
  std::map<std::string, ReadRecord, std::less<>> records_;  // by toolboxes files
};

}  // namespace workbench::lock_review
