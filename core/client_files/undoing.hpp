#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/replaced_files.hpp"

namespace workbench::client_files {

/// The effect of undoing on one file.
struct UndoneFile {
  std::filesystem::path file;
  FileKind kind = FileKind::client;
  std::optional<std::string> present;  ///< as it is now; absent: it does not exist, or cannot be read
  std::optional<std::string> text;     ///< as it will be; absent: it will not exist
  std::vector<std::string> conflicts;  ///< what stays unchanged, and why
  std::vector<std::string> notes;
  std::vector<ReplacedFile> undone;  ///< to be forgotten then

  [[nodiscard]] bool is_changed() const { return present != text; }
};

struct UndoWishes {
  bool only_last_run = false;
  bool forces = false;  ///< later changes are lost
  /// A file that does not exist any more stays so, without a conflict. What it had before is kept.
  bool passes_over_missing = false;
};

/// Goes back through the files that were replaced, the latest first. A file that is still as init left it is restored
/// to the byte; in any other, what init has inserted is removed, what it has removed is put back, and all else stays. A
/// file that cannot be read is a conflict whatever is wished: it stays, what is kept to restore it stays, and so does
/// each file that it may need.
[[nodiscard]] std::vector<UndoneFile> plan_undo(const std::vector<ReplacedFile>& replaced, const UndoWishes& wishes);

/// Writes one file, unless it has changed since it was planned. The error is a sentence; after an error the file is as
/// it was before.
[[nodiscard]] Result<void> carry_out(const UndoneFile& undone, const ReplacedFiles& files);

}  // namespace workbench::client_files
