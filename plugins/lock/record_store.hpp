#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "file_version.hpp"
#include "lock/lock_index.hpp"

namespace workbench::lock_review {

/// One lock file as it was read.
struct ReadRecord {
  enum class State { missing, broken, usable };

  State state = State::missing;
  FileVersion version;                   ///< when it was read
  std::string problem;                   ///< of a broken one: what is wrong, with the remedy
  std::optional<lock::LockIndex> index;  ///< of a usable one
};

/// The lock files of a process, which are beside its toolboxes files. What was said of one holds until refresh().
/// `toolboxes_file` is an absolute path; empty: there is none, and no lock file. [loop thread]
class RecordStore {
 public:
  /// The lock file, which is read when it is first asked for. Valid until refresh().
  [[nodiscard]] const ReadRecord& of(std::string_view toolboxes_file);

  /// What of() answers from, without reading the file.
  [[nodiscard]] const FileVersion& version_of(std::string_view toolboxes_file);

  /// Looks again at all that were asked for. Returns whether what was said of one may have changed.
  [[nodiscard]] bool refresh();

 private:
  struct Entry {
    FileVersion version;  // when it was first looked at
    std::optional<ReadRecord> record;
  };

  [[nodiscard]] Entry& entry_of(std::string_view toolboxes_file);
  [[nodiscard]] static bool refresh(const std::string& toolboxes_file, Entry& entry);

  std::map<std::string, Entry, std::less<>> entries_;  // by toolboxes files
};

}  // namespace workbench::lock_review
