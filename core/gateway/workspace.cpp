#include "gateway/workspace.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace workbench::gateway {
namespace {

config::Config seen_by(const Principal& principal, const config::Config& config) {
  config::Config seen = config;
  std::erase_if(seen.toolboxes, [&](const config::ToolboxEntry& toolbox) {
    const auto& allowed = *principal.toolboxes;
    return std::find(allowed.begin(), allowed.end(), toolbox.name) == allowed.end();
  });
  return seen;
}

/// A name that is no toolbox's grants nothing, and mostly is a slip of the pen.
void warn_of_unknown_toolboxes(const Principal& principal, const config::Config& config, Host& host) {
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
clients::RequestStateSigner signer_for(const Principal* principal, const std::string& key) {
  if (key.empty()) return clients::RequestStateSigner();
  return clients::RequestStateSigner(key + '\0' + (principal == nullptr ? std::string() : principal->name));
}

}  // namespace

Result<std::unique_ptr<Workspace>> Workspace::make(Host& host, servers::EraCache& eras, const config::Config& config,
                                                   const registry::Registry& registry, const WorkspaceOptions& options,
                                                   SharedServers& shared, const Principal* principal,
                                                   Json capabilities) {
  std::unique_ptr<Workspace> seat(new Workspace(host, eras, config.tool_mode, options.repairs_schemas,
                                                signer_for(principal, options.request_state_key)));
  const bool sees_all = principal == nullptr || !principal->toolboxes;
  if (!sees_all) warn_of_unknown_toolboxes(*principal, config, host);
  seat->clients_.declare(std::move(capabilities));
  auto bench = Toolboxes::from(sees_all ? config : seen_by(*principal, config), registry, seat->context_, &shared,
                               options.strict_input);
  if (!bench) return bench.error();
  seat->toolboxes_ = *std::move(bench);
  auto offer = Mode::from(options.meta_tools, registry, config.tool_mode, *seat->toolboxes_, host);
  if (!offer) return offer.error();
  seat->offer_ = *std::move(offer);
  seat->watched_.emplace(*seat->offer_);
  seat->news_.connect(*seat->offer_, seat->clients_);
  return seat;
}

void Workspace::close(MoveOnlyFunction<void()> closed) {
  suspended_.cancel_all(Json(R"("the client is gone")"));
  toolboxes_->close(std::move(closed));
}

AttachedClient::AttachedClient(Host& host, Workspace& seat, bool shares, std::unique_ptr<Connection> connection,
                               clients::ClientEvents& events)
    : seat_(seat) {
  if (shares) shared_offer_.emplace(seat.offer(), seat.watched());
  clients::Backend& own_offer = seat.offer();
  session_.emplace(host, std::move(connection), shares ? *shared_offer_ : own_offer, seat.suspended(), events);
  seat_.clients().add(*session_);
}

AttachedClient::~AttachedClient() {
  seat_.clients().remove(*session_);
}

}  // namespace workbench::gateway
