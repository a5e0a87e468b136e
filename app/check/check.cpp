#include "check/check.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "check/check_client_file.hpp"
#include "check/entry_notes.hpp"
#include "check/inspection.hpp"
#include "process/log.hpp"
#include "process/output.hpp"
#include "process/table.hpp"
#include "servers/catalog_notes.hpp"

namespace workbench::app {
namespace {

void print_names(Output& out, std::string_view kind, const std::vector<std::string>& names) {
  if (!names.empty()) out << "  " << kind << ": " << base::listed(names, std::string::npos) << '\n';
}

/// Returns whether the server was reached. Texts of the server are escaped as in the log: they could otherwise forge
/// lines for other servers.
bool report_server(Output& out, const servers::Server& server) {
  out << server.toolbox() << '/' << server.name() << ": ";
  if (server.status().failure()) {
    out << "FAILED: " << server.status().failure()->message << '\n';
    return false;
  }
  const servers::ServerRun* run = server.ready_run();
  out << "ready; protocol version " << (run != nullptr ? protocol::name_of(run->revision()) : "unknown") << ", "
      << counted(server.catalog().tools().size(), "tool") << '\n';
  for (const std::string& note : servers::notes_for_people(server.catalog())) out << "  " << note << '\n';
  return true;
}

ExitStatus check_servers(Output& out, Startup& startup) {
  const auto inspection = Inspection::of(startup, Inspection::Catalogs::of_this_run);
  if (!inspection) {
    out << inspection.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  const auto& toolboxes = (*inspection)->toolboxes();
  (*inspection)->start(servers_of(toolboxes));
  bool all_reached = true;
  for (const Inspection::InspectedToolbox& toolbox : toolboxes) {
    for (const Inspection::Inspected& one : toolbox.servers)
      all_reached = report_server(out, *one.server) && all_reached;
  }
  return all_reached ? ExitStatus::ok : ExitStatus::server_unreachable;
}

}  // namespace

ExitStatus list_plugins(Startup& startup, Output& out) {
  if (const ExitStatus status = startup.load_plugins(); status != ExitStatus::ok) return status;
  for (const registry::PluginRecord& plugin : startup.registry().plugins()) {
    out << plugin.name << ' ' << plugin.version << "  " << plugin.file.string() << '\n';
    for (const registry::Kind& kind : registry::kinds()) print_names(out, kind.plural, plugin.names_of(kind));
  }
  return ExitStatus::ok;
}

ExitStatus check(Startup& startup, bool is_deep, Output& out, Output& notes) {
  startup.doubt_servers();
  if (const ExitStatus loaded = startup.load_plugins(); loaded != ExitStatus::ok) return loaded;
  const std::filesystem::path& file = startup.settings().toolboxes_file;
  if (!startup.choice().is_waiting) {
    if (const auto status = check_client_file(startup, file, out, notes)) return *status;
  }
  const ExitStatus prepared = startup.prepare();
  if (!startup.choice().is_waiting && !startup.choice().remark.empty()) notes << startup.choice().remark << '\n';
  for (const std::string& warning : startup.warnings()) notes << warning << '\n';
  for (const config::Finding& note : startup.notes()) notes << note.text << '\n';
  for (const config::Finding& error : startup.entry_errors()) notes << error.text << '\n';
  if (prepared != ExitStatus::ok) return prepared;
  if (!startup.entry_errors().empty() && !is_deep) return ExitStatus::bad_configuration;
  std::size_t toolboxes = 0;
  std::size_t servers = 0;
  for (const config::ToolboxEntry& toolbox : startup.config().toolboxes) {
    toolboxes += toolbox.is_disabled ? 0 : 1;
    servers += toolbox.servers.size();
  }
  out << startup.settings().toolboxes_file.string() << ": valid; " << counted(toolboxes, "toolbox") << ", "
      << counted(servers, "server") << '\n';
  if (!is_deep) {
    print_entry_notes(startup, notes);
    return ExitStatus::ok;
  }
  const ExitStatus checked = check_servers(out, startup);
  return startup.entry_errors().empty() ? checked : ExitStatus::bad_configuration;
}

}  // namespace workbench::app
