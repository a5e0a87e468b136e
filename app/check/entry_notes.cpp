#include "check/entry_notes.hpp"

#include <algorithm>
#include <string>

#include "base/visible_text.hpp"
#include "check/approve_notes.hpp"
#include "check/inspection.hpp"
#include "check/tool_explanation.hpp"
#include "process/log.hpp"
#include "process/output.hpp"

namespace workbench::app {
namespace {

/// Whether catalogs can contradict the file.
bool names_tools(const config::Config& config) {
  return std::any_of(config.toolboxes.begin(), config.toolboxes.end(), [](const config::ToolboxEntry& toolbox) {
    return !toolbox.policies.empty() ||
           std::any_of(toolbox.servers.begin(), toolbox.servers.end(),
                       [](const config::ServerEntry& server) { return !server.tools.empty(); });
  });
}

}  // namespace

void print_entry_notes(Startup& startup, Output& out) {
  if (!names_tools(startup.config())) return;
  const auto inspection = Inspection::of(startup, Inspection::Catalogs::kept);
  if (!inspection) return;  // its reason is a finding of prepare()
  const ToolboxesFileLocations locations(startup.settings().toolboxes_file);
  for (const auto& toolbox : (*inspection)->toolboxes()) {
    for (const auto& [entry, server] : toolbox.servers) {
      for (const auto& note : server->catalog().entry_notes()) {
        // At once, because the log is written there, too.
        std::string line = locations.of_tool(toolbox.entry->name, entry->name, note.tool);
        line.append(": ").append(toolbox.entry->name).append("/").append(entry->name).append(": ").append(note.text);
        out << Lines{base::visible_line(line).append("\n")};
      }
    }
  }
  for (const std::string& note : approve_notes((*inspection)->toolboxes(), startup.registry())) {
    out << Lines{base::visible_line(startup.settings().toolboxes_file.string() + ": " + note).append("\n")};
  }
}

}  // namespace workbench::app
