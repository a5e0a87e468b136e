#include "commands/client_replacements.hpp"

#include <utility>

#include "client_files/diff.hpp"
#include "client_files/splice.hpp"
#include "config/config_file.hpp"

namespace workbench::app {
namespace {

namespace cf = client_files;

constexpr std::size_t kMaxBytes = std::size_t{16} * 1024 * 1024;

}  // namespace

ClientReplacements::ClientReplacements(const std::vector<cf::FoundFile>& found,
                                       const std::vector<cf::ImportedServer>& imported, Start start,
                                       CommandContext& context)
    : imported_(imported), start_(std::move(start)), context_(context) {
  for (const cf::FoundFile& file : found) {
    if (auto text = replaced_text(file)) all_.push_back({&file, *std::move(text)});
  }
}

/// The names of the servers of this group that were imported and can be used through the workbench.
std::vector<std::string> ClientReplacements::imported_from(const cf::FoundFile& found,
                                                           const cf::ServerGroup& group) const {
  std::vector<std::string> names;
  for (const cf::ImportedServer& imported : imported_) {
    const cf::Server& server = imported.server;
    const bool is_usable = !server.command.empty() || !server.url.empty();
    const bool is_here =
        imported.file == found.file && imported.client == group.client && imported.project == group.project;
    if (is_here && is_usable) names.push_back(imported.original_name);
  }
  return names;
}

/// The file as it would be; absent: nothing in it was imported, or it cannot be edited, which was said.
std::optional<std::string> ClientReplacements::replaced_text(const cf::FoundFile& found) const {
  std::string text = found.document->text;
  for (const cf::ServerGroup& group : found.groups) {
    const std::vector<std::string> names = imported_from(found, group);
    if (names.empty()) continue;
    // The groups point into the text as it was; an earlier group may have changed it.
    const cf::Document document = cf::parse(text, found.document->format);
    const cf::Value* const servers = document.root ? document.root->at(group.path) : nullptr;
    if (servers == nullptr) continue;
    cf::ServerGroup present = group;
    present.servers = servers;
    auto edited = cf::put_in_place(document, present, names, {"workbench", start_.program, start_.arguments});
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
}

bool ClientReplacements::carry_out(const Replacement& replacement, cf::ReplacedFiles& replaced) const {
  const cf::FoundFile& found = *replacement.found;
  const auto before = config::read_bytes(found.file, kMaxBytes);
  if (!before || !before->ends_with(found.document->text)) {
    context_.errors << found.file.string() << ": has changed meanwhile, and stays as it is; run init again\n";
    return false;
  }
  // A byte order mark is no part of the document.
  const std::string mark = before->substr(0, before->size() - found.document->text.size());
  if (const auto done = replaced.replace(found.file, *before, mark + replacement.text); !done) {
    context_.errors << "mcp-workbench init: " << done.error().message << '\n';
    return false;
  }
  context_.out << found.file.string() << ": has the workbench; \"mcp-workbench init --undo\" restores it\n";
  return true;
}

}  // namespace workbench::app
