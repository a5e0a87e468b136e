#include "check.hpp"

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/callback_latch.hpp"
#include "base/text.hpp"
#include "check_client_file.hpp"
#include "gateway/notification_relay.hpp"
#include "gateway/toolboxes.hpp"
#include "log.hpp"
#include "process_host.hpp"
#include "servers/start_queue.hpp"

namespace workbench::app {
namespace {

void print_names(std::ostream& out, std::string_view kind, const std::vector<std::string>& names) {
  if (!names.empty()) out << "  " << kind << ": " << base::listed(names, std::string::npos) << '\n';
}

/// Returns whether the server was reached. Texts of the server are escaped as in the log: they could otherwise forge
/// lines for other servers.
bool report_server(std::ostream& out, const gateway::Toolbox& toolbox, const servers::Server& server) {
  out << toolbox.name() << '/' << server.name() << ": ";
  if (server.failure()) {
    out << "FAILED: " << escape_control_characters(server.failure()->message) << '\n';
    return false;
  }
  const servers::ServerRun* run = server.ready_run();
  out << "ready; protocol version " << (run != nullptr ? protocol::name_of(run->revision()) : "unknown") << ", "
      << server.catalog().tools().size() << " tools\n";
  for (const std::string& note : server.catalog().notes()) out << "  " << escape_control_characters(note) << '\n';
  return true;
}

ExitStatus check_servers(std::ostream& out, ProcessHost& host, Startup& startup) {
  gateway::NotificationRelay relay(host);
  servers::EraCache eras;
  servers::StartQueue starts(host.loop(), startup.selection().workspace.server_starts);
  servers::ServerContext context{
      .host = host, .observer = relay, .eras = eras, .repairs_schemas = true, .starts = &starts};
  auto made = gateway::Toolboxes::from(startup.config(), startup.registry(), context);
  if (!made) {
    out << made.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  gateway::Toolboxes& toolboxes = **made;
  std::vector<servers::Server*> servers;
  for (const auto& toolbox : toolboxes.all_toolboxes()) {
    for (const auto& server : toolbox->servers()) servers.push_back(server.get());
  }
  // Each server by itself: opening a toolbox does not wait for slow servers.
  event_loop::Loop& loop = host.loop();
  const base::CallbackLatch completed(servers.size() + 1, [&loop] { loop.stop(); });
  for (servers::Server* server : servers) server->start([completed](const Result<void>&) { completed(); });
  completed();
  loop.run();

  bool all_reached = true;
  for (const auto& toolbox : toolboxes.all_toolboxes()) {
    for (const auto& server : toolbox->servers()) all_reached = report_server(out, *toolbox, *server) && all_reached;
  }
  toolboxes.close([&loop] { loop.stop(); });
  loop.run();
  return all_reached ? ExitStatus::ok : ExitStatus::server_unreachable;
}

}  // namespace

ExitStatus list_plugins(Startup& startup, std::ostream& out) {
  if (const ExitStatus status = startup.load_plugins(); status != ExitStatus::ok) return status;
  for (const registry::PluginRecord& plugin : startup.registry().plugins()) {
    out << plugin.name << ' ' << plugin.version << "  " << plugin.file.string() << '\n';
    print_names(out, "transports", plugin.transports);
    print_names(out, "listeners", plugin.listeners);
    print_names(out, "tool filters", plugin.tool_filters);
    print_names(out, "meta-tools", plugin.meta_tools);
    print_names(out, "middleware", plugin.middleware);
  }
  return ExitStatus::ok;
}

ExitStatus check(Startup& startup, bool is_deep, std::ostream& out, std::ostream& notes) {
  startup.doubt_servers();
  if (const ExitStatus loaded = startup.load_plugins(); loaded != ExitStatus::ok) return loaded;
  const std::filesystem::path& file = startup.settings().toolboxes_file;
  if (const auto status = check_client_file(file, environment_of_process, out, notes)) return *status;
  const ExitStatus prepared = startup.prepare();
  for (const config::Finding& note : startup.notes()) notes << note.text << '\n';
  if (prepared != ExitStatus::ok) return prepared;
  std::size_t servers = 0;
  for (const config::ToolboxEntry& toolbox : startup.config().toolboxes) servers += toolbox.servers.size();
  out << startup.settings().toolboxes_file.string() << ": valid; " << startup.config().toolboxes.size()
      << " toolboxes, " << servers << " servers\n";
  if (!is_deep) return ExitStatus::ok;
  return check_servers(out, startup.host(), startup);
}

}  // namespace workbench::app
