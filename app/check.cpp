#include "check.hpp"

#include <ostream>
#include <vector>

#include "base/callback_latch.hpp"
#include "event_loop/loop.hpp"
#include "gateway/notification_relay.hpp"
#include "gateway/toolboxes.hpp"

namespace workbench::app {
namespace {

/// Whether the server was reached.
bool tell(std::ostream& out, const gateway::Toolbox& toolbox, const servers::Server& server) {
  out << toolbox.name() << '/' << server.name() << ": ";
  if (server.failure()) {
    out << "FAILED: " << server.failure()->message << '\n';
    return false;
  }
  const servers::ServerRun* run = server.ready_run();
  out << "ready; protocol version " << (run != nullptr ? protocol::name_of(run->revision()) : "unknown") << ", "
      << server.catalog().tools().size() << " tools\n";
  for (const std::string& note : server.catalog().notes()) out << "  " << note << '\n';
  return true;
}

}  // namespace

ExitStatus check_servers(std::ostream& out, event_loop::Loop& loop, Host& host, const config::Config& config,
                         const registry::Registry& registry) {
  gateway::NotificationRelay news(host);
  servers::EraCache eras;
  servers::ServerContext context{host, news, eras, true, true};
  auto bench = gateway::Toolboxes::from(config, registry, context);
  if (!bench) {
    out << bench.error().message << '\n';
    return ExitStatus::bad_configuration;
  }
  std::vector<servers::Server*> servers;
  for (const auto& toolbox : (*bench)->all_toolboxes()) {
    for (const auto& server : toolbox->servers()) servers.push_back(server.get());
  }
  // Not by opening the toolboxes, which would not wait for slow ones to the end.
  const base::CallbackLatch one_settled(servers.size() + 1, [&loop] { loop.stop(); });
  for (servers::Server* server : servers) server->start([one_settled](const Result<void>&) { one_settled(); });
  one_settled();
  loop.run();

  bool all_reached = true;
  for (const auto& toolbox : (*bench)->all_toolboxes()) {
    for (const auto& server : toolbox->servers()) all_reached = tell(out, *toolbox, *server) && all_reached;
  }
  (*bench)->close([&loop] { loop.stop(); });
  loop.run();
  return all_reached ? ExitStatus::ok : ExitStatus::servers_missing;
}

}  // namespace workbench::app
