#include "commands/init/init_undo.hpp"

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include "client_files/diff.hpp"
#include "client_files/variable_lines.hpp"
#include "config/toolboxes_file/env_file.hpp"
#include "process/user_files.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

/// The values of variables that init has written at any time.
cf::TextMap values_in(const std::vector<cf::ReplacedFile>& replaced) {
  cf::TextMap values;
  for (const cf::ReplacedFile& one : replaced) {
    if (one.kind != cf::FileKind::variables) continue;
    for (auto& variable : config::parse_env_file(one.after).variables) values.push_back(std::move(variable));
  }
  return values;
}

constexpr std::string_view kMask = "***";  // may be a value itself

std::string without(std::string text, const cf::TextMap& values) {
  for (const auto& entry : values) {
    const std::string& value = entry.second;
    if (value.empty()) continue;
    for (std::size_t at = 0; (at = text.find(value, at)) != std::string::npos; at += kMask.size()) {
      text.replace(at, value.size(), kMask);
    }
  }
  return text;
}

void show(const cf::UndoneFile& undone, const cf::TextMap& values, Output& out) {
  const auto shown = [&](const std::optional<std::string>& text) {
    if (undone.kind == cf::FileKind::variables) return cf::without_values(text.value_or(""));
    return without(text.value_or(""), values);
  };
  out << Lines{cf::unified_diff(shown(undone.present), shown(undone.text), undone.file.string(), !undone.present)};
  if (undone.present && !undone.text) out << undone.file.string() << ": would be removed\n";
}

std::string_view outcome_of(const cf::UndoneFile& undone) {
  if (!undone.text) return "removed";
  if (undone.conflicts.empty()) return "restored";
  return undone.is_changed() ? "restored, except for what is named above" : "stays as it is";
}

/// Restores one file after the other. What a file that could not be restored may need is not removed.
class Undoing {
 public:
  Undoing(const cf::ReplacedFiles& replaced, CommandContext& context) : replaced_(replaced), context_(context) {}

  /// False: it stays as it is.
  bool undo(const cf::UndoneFile& undone) {
    if (failed_ && *failed_ != undone.kind) {
      context_.errors << undone.file.string() << ": stays, because a file that may need it could not be restored\n";
      return false;
    }
    if (const auto done = carry_out(undone, replaced_); !done) {
      context_.errors << "mcp-workbench init: " << done.error().message << '\n';
      failed_ = failed_.value_or(undone.kind);
      return false;
    }
    if (undone.present || undone.text) context_.out << undone.file.string() << ": " << outcome_of(undone) << '\n';
    if (undone.kind != cf::FileKind::client && !undone.text) remove_folder_of(undone.file);
    return true;
  }

 private:
  /// Our folder for the user's configuration, if it is empty.
  static void remove_folder_of(const std::filesystem::path& file) {
    std::error_code has_files;
    const std::filesystem::path folder = file.parent_path();
    if (folder == toolboxes_file_of_user(environment_of_process).parent_path()) {
      std::filesystem::remove(folder, has_files);
    }
  }

  const cf::ReplacedFiles& replaced_;
  CommandContext& context_;
  std::optional<cf::FileKind> failed_;
};

}  // namespace

ExitStatus undo_init(const cf::ReplacedFiles& replaced, const cf::UndoWishes& wishes, bool only_shows,
                     CommandContext& context) {
  if (const auto readable = replaced.check(); !readable) {
    context.errors << "mcp-workbench init: " << readable.error().message << "; nothing is undone without it\n";
    return ExitStatus::bad_configuration;
  }
  const std::vector<cf::ReplacedFile> all = replaced.all();
  const std::vector<cf::UndoneFile> plan = cf::plan_undo(all, wishes);
  if (plan.empty()) context.out << "There is nothing to undo.\n";
  ExitStatus status = ExitStatus::ok;
  Undoing undoing(replaced, context);
  for (const cf::UndoneFile& undone : plan) {
    for (const std::string& note : undone.notes) context.errors << undone.file.string() << ": " << note << '\n';
    for (const std::string& conflict : undone.conflicts) {
      context.errors << undone.file.string() << ": " << conflict << '\n';
    }
    if (!undone.conflicts.empty()) status = ExitStatus::bad_configuration;
    if (only_shows) {
      show(undone, values_in(all), context.out);
    } else if (!undoing.undo(undone)) {
      status = ExitStatus::bad_configuration;
    }
  }
  if (!only_shows && wishes.only_last_run && !replaced.all().empty()) {
    context.out << "To undo an earlier run, too: mcp-workbench init --undo\n";
  }
  return status;
}

bool take_back(const cf::ReplacedFiles& replaced, CommandContext& context) {
  bool all = true;
  for (const cf::UndoneFile& undone : cf::plan_undo(replaced.of_this_run(), {})) {
    for (const std::string& conflict : undone.conflicts) {
      context.errors << "mcp-workbench init: " << undone.file.string() << ": " << conflict << '\n';
      all = false;
    }
    if (const auto done = carry_out(undone, replaced); !done) {
      context.errors << "mcp-workbench init: " << done.error().message << '\n';
      all = false;
    }
  }
  return all;
}

}  // namespace workbench::app
