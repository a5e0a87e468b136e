#include "commands/init/imported_files.hpp"

#include <iterator>
#include <utility>

#include "base/text.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/input_descriptions.hpp"

namespace workbench::app {

namespace cf = client_files;

bool ImportedFiles::read(const std::vector<std::filesystem::path>& files) {
  if (!find(files)) return false;
  import();
  if (files.empty()) show_project_files();
  return true;
}

bool ImportedFiles::find(const std::vector<std::filesystem::path>& files) {
  if (files.empty()) found_ = cf::find_client_files(surroundings_);
  for (const std::filesystem::path& file : files) {
    auto found = cf::read_client_file(std::filesystem::absolute(file), surroundings_);
    if (!found) {
      errors_ << file.string() << ": " << found.error().message << "; name a client's file\n";
      return false;
    }
    if (found->document->root && found->groups.empty()) {
      errors_ << file.string() << ": has no MCP servers in a form that is known\n";
      return false;
    }
    found_.push_back(*std::move(found));
  }
  return true;
}

void ImportedFiles::import() {
  for (const cf::FoundFile& found : found_) {
    cf::FileFindings findings(found.file, found.document->text);
    for (const cf::Problem& problem : found.document->problems) findings.error(problem.offset, "", problem.text);
    for (const cf::ServerGroup& group : found.groups) {
      auto servers = cf::translate(group, *found.document->root, findings);
      show(group, found.file, servers);
      std::move(servers.begin(), servers.end(), std::back_inserter(servers_));
    }
    for (const config::Finding& finding : findings.extract()) errors_ << finding.text << '\n';
  }
}

void ImportedFiles::show(const cf::ServerGroup& group, const std::filesystem::path& file,
                         const std::vector<cf::ImportedServer>& servers) {
  std::vector<std::string> names;
  for (const cf::ImportedServer& server : servers) {
    names.push_back(server.original_name + (server.server.is_disabled ? " (off)" : ""));
  }
  out_ << group.client->title;
  if (!group.project.empty()) out_ << ", for " << group.project.string();
  out_ << ": " << file.string() << "\n    " << base::listed(names) << '\n';
}

/// Without the names of its servers, which the project chose, too.
void ImportedFiles::show_project_files() {
  const std::vector<cf::ProjectFile> files = cf::find_project_files(surroundings_);
  for (const cf::ProjectFile& found : files) {
    out_ << found.client->title << ", of the project: " << found.file.string() << "\n    left alone\n";
  }
  if (files.empty()) return;
  out_ << "Files of a project are imported only if they are named, because what they start was written by others: "
          "mcp-workbench init --from FILE\n";
}

void ImportedFiles::describe_variables(cf::Secrets& secrets) const {
  for (const cf::FoundFile& found : found_) {
    if (!found.document->root) continue;
    for (auto& [name, description] : cf::described_inputs(*found.document->root)) {
      if (!description.empty()) secrets.describe(name, description);
    }
  }
}

}  // namespace workbench::app
