#include "commands/init/client_replacements.hpp"

#include <algorithm>
#include <utility>

#include "base/contains.hpp"
#include "client_files/diff.hpp"
#include "client_files/exchange.hpp"
#include "client_files/splice.hpp"
#include "config/config_file.hpp"
#include "config/utf16.hpp"
#include "process/user_files.hpp"
#include "startup/server_doubts.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

constexpr const char* kEntryName = "workbench";

/// A name for our entry that no remaining entry has.
std::string free_name(const cf::Value& servers, const std::vector<std::string>& replaced) {
  std::vector<std::string> taken;
  for (const cf::Item& item : cf::items_of(servers)) {
    if (!base::contains(replaced, item.name)) taken.push_back(item.name);
  }
  std::string name = kEntryName;
  for (int number = 2; base::contains(taken, name); ++number)
    name = std::string(kEntryName) + "-" + std::to_string(number);
  return name;
}

}  // namespace

ClientReplacements::ClientReplacements(const std::vector<cf::FoundFile>& found,
                                       const std::vector<cf::ImportedServer>& imported, Wanted wanted,
                                       CommandContext& context)
    : imported_(imported), wanted_(std::move(wanted)), context_(context) {
  for (const cf::FoundFile& file : found) {
    if (auto text = replaced_text(file)) all_.push_back({&file, *std::move(text), is_of_user(file)});
  }
}

bool ClientReplacements::is_of_user(const cf::FoundFile& found) const {
  return cf::is_place_of_user(found.file, wanted_.surroundings);
}

/// A file that others use, too, gets no path of this user: neither the program's nor the toolboxes file's.
std::vector<std::string> ClientReplacements::arguments_for(bool is_of_user) const {
  if (!is_of_user) return {"--join"};
  return {"--join", "--config", wanted_.toolboxes_file.string()};
}

/// The names of the servers of this group that the toolboxes file has, and of an earlier entry like ours. Empty: there
/// are no such servers.
std::vector<std::string> ClientReplacements::replaced_in(const cf::FoundFile& found,
                                                         const cf::ServerGroup& group) const {
  std::vector<std::string> names;
  std::vector<std::string> earlier;
  for (std::size_t index = 0; index < imported_.size(); ++index) {
    const cf::ImportedServer& imported = imported_[index];
    if (imported.file != found.file || imported.client != group.client || imported.project != group.project) continue;
    if (is_workbench(imported.server)) {
      if (imported.server.args == arguments_for(is_of_user(found))) earlier.push_back(imported.original_name);
    } else if (wanted_.carried[index] && !imported.has_errors) {
      names.push_back(imported.original_name);
    } else if (imported.server.is_complete()) {
      context_.errors << found.file.string() << ": " << imported.original_name << " stays there\n";
    }
  }
  if (!names.empty()) names.insert(names.end(), earlier.begin(), earlier.end());
  return names;
}

/// The file as it would be; absent: nothing in it was imported, or it cannot be edited, which was reported.
std::optional<std::string> ClientReplacements::replaced_text(const cf::FoundFile& found) const {
  const bool is_personal = is_of_user(found);
  std::string text = found.document->text;
  for (const cf::ServerGroup& group : found.groups) {
    const std::vector<std::string> names = replaced_in(found, group);
    if (names.empty()) continue;
    if (!is_personal && wanted_.toolboxes_file != toolboxes_file_of_user(environment_of_process)) {
      context_.errors
          << found.file.string()
          << ": not changed: others may use it, too, so its entry cannot name a path of yours, and the workbench "
             "would read "
          << toolboxes_file_of_user(environment_of_process).string() << ", and not " << wanted_.toolboxes_file.string()
          << '\n';
      return std::nullopt;
    }
    const cf::WorkbenchEntry entry{free_name(*group.servers, names), is_personal ? wanted_.program : "mcp-workbench",
                                   arguments_for(is_personal)};
    // The groups point into the text as it was; an earlier group may have changed it.
    auto edited = cf::put_in_place(cf::parse(text, found.document->format), group, names, entry);
    if (edited) {
      text = *std::move(edited);
    } else {
      context_.errors << found.file.string() << ": " << edited.error().message << '\n';
    }
  }
  return text != found.document->text ? std::optional(text) : std::nullopt;
}

void ClientReplacements::show(const Replacement& replacement, const cf::Secrets& secrets) const {
  const cf::FoundFile& found = *replacement.found;
  context_.out << '\n'
               << Lines{cf::unified_diff(secrets.hidden_in(found.document->text), secrets.hidden_in(replacement.text),
                                         found.file.string())};
  if (replacement.is_of_user) return;
  context_.out << found.file.string()
               << ": others may use it, too; they need mcp-workbench on their PATH, and these servers in toolboxes of "
                  "their own\n";
}

bool ClientReplacements::carry_out(const Replacement& replacement, cf::ReplacedFiles& replaced) const {
  const cf::FoundFile& found = *replacement.found;
  const auto before = config::read_bytes(found.file, config::kMaxFileBytes);
  if (before && config::is_utf16(*before)) {
    context_.errors << found.file.string()
                    << ": is written in UTF-16, and stays as it is; save it as UTF-8, and run init again\n";
    return false;
  }
  if (!before || !before->ends_with(found.document->text)) {
    context_.errors << found.file.string() << ": has changed meanwhile, and stays as it is; run init again\n";
    return false;
  }
  // A byte order mark is not part of the document.
  const std::string mark = before->substr(0, before->size() - found.document->text.size());
  if (const auto done = replaced.replace(found.file, *before, mark + replacement.text); !done) {
    context_.errors << "mcp-workbench init: " << done.error().message << '\n';
    return false;
  }
  context_.out << found.file.string() << ": has the workbench; \"mcp-workbench init --undo\" restores it\n";
  return true;
}

}  // namespace workbench::app
