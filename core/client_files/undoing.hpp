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
  std::optional<std::string> present;  ///< as it is now; absent: it does not exist
  std::optional<std::string> text;     ///< as it will be; absent: it will not exist
  std::vector<std::string> conflicts;  ///< what stays unchanged, and why
  std::vector<std::string> notes;
  std::vector<ReplacedFile> undone;  ///< to be forgotten then

  [[nodiscard]] bool is_changed() const { return present != text; }
};

struct UndoWishes {
  bool only_last_run = false;
  bool forces = false;  ///< later changes are lost
  /// A file that does not exist any more stays so, and is forgotten.
  bool forgets_missing = false;
};

/// Goes back through the files that were replaced, the latest first. A file that is still as init left it is restored
/// to the byte; in any other, what init has inserted is removed, what it has removed is put back, and all else stays.
[[nodiscard]] std::vector<UndoneFile> plan_undo(const std::vector<ReplacedFile>& replaced, const UndoWishes& wishes);

/// Writes one file. The error is a sentence; after an error the file is as it was before.
[[nodiscard]] Result<void> carry_out(const UndoneFile& undone, const ReplacedFiles& files);

}  // namespace workbench::client_files
