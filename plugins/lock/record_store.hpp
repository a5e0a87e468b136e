#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lock/lock_index.hpp"

namespace workbench::lock_review {

/// One lock file as it was read.
struct ReadRecord {
  enum class State { missing, broken, usable };

  State state = State::missing;
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
