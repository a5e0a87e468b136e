#include "commands/install/entries_of_clients.hpp"

#include <system_error>
#include <utility>

#include "client_files/discovery.hpp"
#include "client_files/file_findings.hpp"
#include "client_files/translate.hpp"
#include "process/program_lookup.hpp"
#include "process/user_files.hpp"
#include "startup/server_doubts.hpp"
#include "startup/startup.hpp"

namespace workbench::app {
namespace {

namespace fs = std::filesystem;
namespace cf = client_files;

void add_entries_of(const cf::FoundFile& found, std::vector<WorkbenchEntryFound>& entries) {
  if (!found.document->root) return;
  for (const cf::ServerGroup& group : found.groups) {
    cf::FileFindings findings(found.file, found.document->text);  // not shown: nothing is imported
    for (const cf::ImportedServer& server : cf::translate(group, *found.document->root, findings)) {
      if (!is_workbench(server.server)) continue;
      entries.push_back({found.file, std::string(group.client->title), server.original_name, server.server.command});
    }
  }
}

/// The file that a client starts for a command, by the PATH of this process.
fs::path program_for(const std::string& command) {
  return find_program(command, environment_of_process("PATH").value_or(""));
}

bool is_below_folder(const fs::path& file, const fs::path& folder) {
  return !folder.empty() && file.lexically_normal().native().starts_with(folder.native() + "/");
}

}  // namespace

std::vector<WorkbenchEntryFound> entries_of_workbench() {
  const cf::Surroundings surroundings = surroundings_of(environment_of_process);
  std::vector<WorkbenchEntryFound> entries;
  for (const cf::FoundFile& found : cf::find_client_files(surroundings)) add_entries_of(found, entries);
  for (const cf::ProjectFile& project : cf::find_project_files(surroundings)) {
    if (const auto found = cf::read_client_file(project.file, surroundings)) add_entries_of(*found, entries);
  }
  return entries;
}

bool starts_copy_of_user(const WorkbenchEntryFound& entry, const UserInstallation& installation) {
  const fs::path named = entry.command;
  if (is_below_folder(named, installation.folder()) || named == installation.link()) return true;
  const fs::path program = program_for(entry.command);
  return program == installation.link() || is_below_folder(program, installation.folder());
}

void show_entries_of_other_programs(const UserInstallation& installation, Output& out) {
  std::error_code failed;
  for (const WorkbenchEntryFound& entry : entries_of_workbench()) {
    const fs::path program = program_for(entry.command);
    if (program.empty() || fs::equivalent(program, installation.command(), failed)) continue;
    out << entry.file << ": \"" << entry.name << "\" starts " << entry.command
        << ", which this upgrade does not change; put " << installation.command() << " in its place\n";
  }
}

}  // namespace workbench::app
