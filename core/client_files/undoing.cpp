#include "client_files/undoing.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "client_files/reversal.hpp"
#include "client_files/variable_lines.hpp"

namespace workbench::client_files {
namespace {

constexpr const char* kNeededByClient =
    "stays, because a client may still have the workbench; when its file has been restored, undo again";
constexpr const char* kNeededByToolboxes = "stays, because a toolboxes file that may use it cannot be read; undo again";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Without a byte order mark, which is not part of a document.
Document document_of(const std::filesystem::path& file, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return parse(std::string(text), format_of(file, text));
}

/// Goes back through the replacements of one file.
class FileUndo {
 public:
  FileUndo(UndoneFile& undone, const UndoWishes& wishes) : undone_(undone), wishes_(wishes) {}

  /// `variables`: names in the file of variables, for a toolboxes file. `users`: the future texts of the toolboxes
  /// files, for a file of variables.
  void run(const std::vector<const ReplacedFile*>& latest_first, const std::vector<std::string>& variables,
           const std::vector<std::string>& users) {
    for (const ReplacedFile* const replaced : latest_first) {
      if (undo(*replaced, variables, users)) undone_.undone.push_back(*replaced);
    }
  }

 private:
  /// False: not all of it could be undone.
  bool undo(const ReplacedFile& replaced, const std::vector<std::string>& variables,
            const std::vector<std::string>& users) {
    const bool is_needed = replaced.kind == FileKind::variables && is_used(replaced, users);
    if (undone_.text == replaced.before) return true;
    if (undone_.text == replaced.after && !is_needed) {
      undone_.text = replaced.before;
      return true;
    }
    if (!undone_.text) return undo_missing(replaced);
    if (replaced.kind == FileKind::variables) {
      undone_.text = without_added_lines(replaced.before.value_or(""), replaced.after, *undone_.text, users);
      if (!is_needed && has_no_variables(*undone_.text) && !replaced.before) undone_.text.reset();
      return true;
    }
    return undo_entries(replaced, variables);
  }

  /// Whether a text that stays names the file, or uses a variable that it got.
  static bool is_used(const ReplacedFile& replaced, const std::vector<std::string>& users) {
    const std::vector<std::string> names = names_of_variables(replaced.after);
    return std::any_of(users.begin(), users.end(), [&](const std::string& text) {
      return refers_to(text, names) || text.find('"' + replaced.file.filename().string() + '"') != std::string::npos;
    });
  }

  bool undo_missing(const ReplacedFile& replaced) {
    if (!replaced.before) return true;
    if (wishes_.forces) {
      undone_.text = replaced.before;
      return true;
    }
    if (wishes_.passes_over_missing) {
      // The earliest of several is undone last.
      undone_.notes = {"does not exist any more, so it is not restored; what it had before init is in " +
                       (replaced.folder / "before").string()};
      return false;
    }
    add_conflict("does not exist any more; restore it with --force");
    return false;
  }

  void add_conflict(std::string conflict) {
    auto& all = undone_.conflicts;
    if (std::find(all.begin(), all.end(), conflict) == all.end()) all.push_back(std::move(conflict));
  }

  bool undo_entries(const ReplacedFile& replaced, const std::vector<std::string>& variables) {
    const std::string& present = *undone_.text;
    const ReversalRules rules{.tolerates_additions = replaced.kind == FileKind::client,
                              .forces = wishes_.forces,
                              .variables_key = "envFile",
                              .variables = variables};
    const Document before = document_of(replaced.file, replaced.before.value_or(""));
    Reversal reversal = reverse(replaced.before ? before : Document{}, document_of(replaced.file, replaced.after),
                                document_of(replaced.file, present), rules);
    if (wishes_.forces && !reversal.conflicts.empty()) {
      undone_.text = replaced.before;
      return true;
    }
    std::move(reversal.notes.begin(), reversal.notes.end(), std::back_inserter(undone_.notes));
    const std::string mark(present.starts_with(kByteOrderMark) ? kByteOrderMark : std::string_view());
    const bool is_restored = reversal.conflicts.empty();
    for (std::string& conflict : reversal.conflicts) {
      if (replaced.before) conflict += "; what was there is in " + (replaced.folder / "before").string();
      add_conflict(std::move(conflict));
    }
    undone_.text = mark + reversal.text;
    if (reversal.is_empty) undone_.text.reset();
    return is_restored;
  }

  UndoneFile& undone_;
  const UndoWishes& wishes_;
};

/// By kind, since the toolboxes are needed by clients and the variables by toolboxes; of each kind the latest first.
std::vector<std::filesystem::path> files_in_order(const std::vector<ReplacedFile>& replaced) {
  std::vector<std::filesystem::path> files;
  for (const FileKind kind : {FileKind::client, FileKind::toolboxes, FileKind::variables}) {
    for (auto one = replaced.rbegin(); one != replaced.rend(); ++one) {
      const bool is_new = std::find(files.begin(), files.end(), one->file) == files.end();
      if (is_new && one->kind == kind) files.push_back(one->file);
    }
  }
  return files;
}

std::vector<ReplacedFile> wanted_ones(std::vector<ReplacedFile> replaced, const UndoWishes& wishes) {
  if (!wishes.only_last_run || replaced.empty()) return replaced;
  const unsigned long last = replaced.back().run;
  std::erase_if(replaced, [&](const ReplacedFile& one) { return one.run != last; });
  return replaced;
}

/// One file after the other, in the order of files_in_order().
class Plan {
 public:
  /// `variables`: names in all files of variables.
  Plan(const UndoWishes& wishes, const std::vector<std::string>& variables) : wishes_(wishes), variables_(variables) {}

  UndoneFile undo(const std::filesystem::path& file, const std::vector<const ReplacedFile*>& latest_first) {
    UndoneFile undone{file, latest_first.front()->kind, {}, {}, {}, {}, {}};
    if (const char* const reason = reason_to_stay(undone.kind)) {
      undone.conflicts.emplace_back(reason);
      if (auto read = read_if_exists(file)) undone.present = undone.text = *std::move(read);
    } else if (auto read = read_if_exists(file)) {
      undone.present = undone.text = *std::move(read);
      FileUndo(undone, wishes_).run(latest_first, variables_, texts_of_toolboxes_);
    } else {
      undone.conflicts.push_back(read.error().message + "; it stays as it is, and so does what is kept to restore it");
      is_toolboxes_left_ = is_toolboxes_left_ || undone.kind == FileKind::toolboxes;
      is_client_left_ = is_client_left_ || undone.kind == FileKind::client;
    }
    record(undone);
    return undone;
  }

 private:
  /// Null: it is not needed by a file of another kind that stays.
  [[nodiscard]] const char* reason_to_stay(FileKind kind) const {
    if (kind != FileKind::client && is_client_left_) return kNeededByClient;
    return kind == FileKind::variables && is_toolboxes_left_ ? kNeededByToolboxes : nullptr;
  }

  void record(const UndoneFile& undone) {
    if (!undone.text) return;
    if (undone.kind == FileKind::client && !undone.conflicts.empty()) is_client_left_ = true;
    if (undone.kind == FileKind::toolboxes) texts_of_toolboxes_.push_back(*undone.text);
  }

  const UndoWishes& wishes_;
  const std::vector<std::string>& variables_;
  std::vector<std::string> texts_of_toolboxes_;  // as they will be
  bool is_client_left_ = false;                  // a client may still have the workbench
  bool is_toolboxes_left_ = false;               // one whose text is not known
};

}  // namespace

std::vector<UndoneFile> plan_undo(const std::vector<ReplacedFile>& replaced, const UndoWishes& wishes) {
  const std::vector<ReplacedFile> wanted = wanted_ones(replaced, wishes);
  std::vector<std::string> variables;
  for (const ReplacedFile& one : wanted) {
    if (one.kind != FileKind::variables) continue;
    for (std::string& name : names_of_variables(one.after)) variables.push_back(std::move(name));
  }
  Plan plan(wishes, variables);
  std::vector<UndoneFile> files;
  for (const std::filesystem::path& file : files_in_order(wanted)) {
    std::vector<const ReplacedFile*> latest_first;
    for (auto one = wanted.rbegin(); one != wanted.rend(); ++one) {
      if (one->file == file) latest_first.push_back(&*one);
    }
    files.push_back(plan.undo(file, latest_first));
  }
  return files;
}

Result<void> carry_out(const UndoneFile& undone, const ReplacedFiles& files) {
  if (undone.is_changed()) {
    Writing writing{.is_new = !undone.present};
    if (undone.present) writing.expected = *undone.present;
    const auto done = undone.text ? write_file(undone.file, *undone.text, writing)
                                  : remove_file(undone.file, undone.present.value_or(""));
    if (!done) return done;
  }
  for (const ReplacedFile& replaced : undone.undone) files.forget(replaced);
  return {};
}

}  // namespace workbench::client_files
