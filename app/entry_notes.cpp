#include "entry_notes.hpp"

#include <algorithm>

#include "commands/tool_explanation.hpp"
#include "inspection.hpp"
#include "log.hpp"

namespace workbench::app {
namespace {

bool has_tool_entries(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                       [](const config::ServerEntry& server) { return !server.tools.empty(); });
  });
}

}  // namespace

void print_entry_notes(Startup& startup, std::ostream& out) {
  if (!has_tool_entries(startup.config())) return;
  const auto inspection = Inspection::of(startup, Inspection::Catalogs::kept);
  if (!inspection) return;  // its reason is a finding of prepare()
  const ToolboxesFileLocations locations(startup.settings().toolboxes_file);
  for (const auto& toolbox : (*inspection)->toolboxes()) {
    for (const auto& [entry, server] : toolbox.servers) {
      for (const auto& note : server->catalog().entry_notes()) {
        out << locations.of_tool(toolbox.entry->name, entry->name, note.tool) << ": " << toolbox.entry->name << '/'
            << entry->name << ": " << escape_control_characters(note.text) << '\n';
      }
    }
  }
}

}  // namespace workbench::app
