#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client_files/replaced_files.hpp"

namespace workbench::client_files {

/// What undoing does with one file.
struct UndoneFile {
  std::filesystem::path file;
  FileKind kind = FileKind::client;
  std::optional<std::string> present;  ///< as it is now; absent: it does not exist
  std::optional<std::string> text;     ///< as it will be; absent: it will not exist
  std::vector<std::string> conflicts;  ///< what stays as it is now, and why
  std::vector<std::string> notes;
  std::vector<ReplacedFile> undone;  ///< to be forgotten then

  [[nodiscard]] bool is_changed() const { return present != text; }
};

struct UndoWishes {
  bool only_last_run = false;
  bool forces = false;  ///< what has changed since is lost
};

/// Goes back through the files that were replaced, the latest first. One that is as init left it becomes what it was,
/// to the byte; in any other, what init has inserted is removed, what it has removed is put back, and all else stays.
[[nodiscard]] std::vector<UndoneFile> plan_undo(const std::vector<ReplacedFile>& replaced, const UndoWishes& wishes);

/// Writes one file. The error is a sentence, and the file is as it was then.
[[nodiscard]] Result<void> carry_out(const UndoneFile& undone, const ReplacedFiles& files);

}  // namespace workbench::client_files
