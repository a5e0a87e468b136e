#include "deep_check.hpp"

#include <ostream>

#include "loop/loop.hpp"
#include "workbench/bench.hpp"
#include "workbench/server_news.hpp"

namespace workbench {
namespace {

/// Whether the server was reached.
bool tell(std::ostream& out, const Toolbox& toolbox, const Server& server) {
  out << toolbox.name() << '/' << server.name() << ": ";
  if (server.failure()) {
    out << "FAILED: " << server.failure()->message << '\n';
    return false;
  }
  const ServerRun* run = server.ready_run();
  out << "ready; protocol version " << (run != nullptr ? mcp::name_of(run->revision()) : "unknown") << ", "
      << server.tools().size() << " tools\n";
  for (const std::string& note : server.notes()) out << "  " << note << '\n';
  return true;
}

}  // namespace

ExitStatus check_servers(std::ostream& out, Loop& loop, Host& host, const WorkbenchConfig& config,
                         const Registry& registry) {
  ServerNews news(host);
  mcp::EraMemory eras;
  ServerSurroundings around{host, news, eras, true, true};
  auto bench = Bench::from(config, registry, around);
  if (!bench) {
    out << bench.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  (*bench)->open_all([&loop] { loop.stop(); });
  loop.run();

  bool all_reached = true;
  for (const auto& toolbox : (*bench)->all_toolboxes()) {
    for (const auto& server : toolbox->servers()) all_reached = tell(out, *toolbox, *server) && all_reached;
  }
  (*bench)->close([&loop] { loop.stop(); });
  loop.run();
  return all_reached ? ExitStatus::ok : ExitStatus::servers_missing;
}

}  // namespace workbench
