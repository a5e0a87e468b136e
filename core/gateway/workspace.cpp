#include "gateway/workspace.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

config::WorkbenchConfig seen_by(const Principal& principal, const config::WorkbenchConfig& config) {
  config::WorkbenchConfig seen = config;
  std::erase_if(seen.toolboxes, [&](const config::ToolboxEntry& toolbox) {
    const auto& allowed = *principal.toolboxes;
    return std::find(allowed.begin(), allowed.end(), toolbox.name) == allowed.end();
  });
  return seen;
}

/// A name that is no toolbox's grants nothing, and mostly is a slip of the pen.
void warn_of_unknown_toolboxes(const Principal& principal, const config::WorkbenchConfig& config, Host& host) {
  std::vector<std::string> known;
  for (const config::ToolboxEntry& toolbox : config.toolboxes) known.push_back(toolbox.name);
  for (const std::string& name : *principal.toolboxes) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    host.log(LogLevel::warning, "client",
             "'" + principal.name + "' may use the toolbox '" + name +
                 "', which is not configured; the toolboxes are: " + base::listed(known));
  }
}

/// What one principal's request was sealed with opens nothing of another's.
clients::RequestSeal seal_for(const Principal* principal, const std::string& key) {
  if (key.empty()) return clients::RequestSeal();
  return clients::RequestSeal(key + '\0' + (principal == nullptr ? std::string() : principal->name));
}

}  // namespace

Result<std::unique_ptr<ClientSeat>> ClientSeat::make(Host& host, servers::EraMemory& eras,
                                                     const config::WorkbenchConfig& config,
                                                     const registry::Registry& registry,
                                                     const WorkspaceOptions& options, SharedServers& shared,
                                                     const Principal* principal, Json capabilities) {
  std::unique_ptr<ClientSeat> seat(new ClientSeat(host, eras, config.tool_mode, options.mends_definitions,
                                                  seal_for(principal, options.request_state_key)));
  const bool sees_all = principal == nullptr || !principal->toolboxes;
  if (!sees_all) warn_of_unknown_toolboxes(*principal, config, host);
  seat->clients_.declare(std::move(capabilities));
  auto bench = Bench::from(sees_all ? config : seen_by(*principal, config), registry, seat->around_, &shared,
                           options.strict_input);
  if (!bench) return bench.error();
  seat->bench_ = *std::move(bench);
  auto offer = Offer::from(options.meta_tools, registry, config.tool_mode, *seat->bench_, host);
  if (!offer) return offer.error();
  seat->offer_ = *std::move(offer);
  seat->watched_.emplace(*seat->offer_);
  seat->news_.connect(*seat->offer_, seat->clients_);
  return seat;
}

void ClientSeat::close(MoveOnlyFunction<void()> closed) {
  parked_.cancel_all(Json(R"("the client is gone")"));
  bench_->close(std::move(closed));
}

SeatedClient::SeatedClient(Host& host, ClientSeat& seat, bool shares, std::unique_ptr<Connection> connection,
                           clients::ClientEvents& events)
    : seat_(seat) {
  if (shares) shared_offer_.emplace(seat.offer(), seat.watched());
  clients::ClientOffer& own_offer = seat.offer();
  session_.emplace(host, std::move(connection), shares ? *shared_offer_ : own_offer, seat.parked(), events);
  seat_.clients().add(*session_);
}

SeatedClient::~SeatedClient() {
  seat_.clients().remove(*session_);
}

}  // namespace workbench::gateway
