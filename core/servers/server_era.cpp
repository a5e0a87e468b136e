#include "servers/server_era.hpp"

#include <string_view>

#include "servers/configured_server.hpp"

namespace workbench::servers {
namespace {

bool is_pinned_to_modern(std::string_view protocol) {
  return protocol == "modern" || protocol == protocol::name_of(protocol::kModernRevision);
}

}  // namespace

bool ServerEra::is_pinned() const {
  return server_.entry().protocol != "auto";
}

bool ServerEra::is_modern() const {
  if (is_pinned()) return is_pinned_to_modern(server_.entry().protocol);
  return cache_.find(server_.source(), server_.identity()) == Era::modern;
}

void ServerEra::decide(StartupPlan& plan) const {
  const std::string& protocol = server_.entry().protocol;
  if (!is_pinned()) {
    // A formerly modern server is asked to discover in any case, for its capabilities.
    if (cache_.find(server_.source(), server_.identity()) == Era::legacy) plan.era = Era::legacy;
    return;
  }
  plan.era = is_pinned_to_modern(protocol) ? Era::modern : Era::legacy;
  if (const auto revision = protocol::find_revision(protocol)) plan.legacy_revision = *revision;
}

void ServerEra::learn(Era era) {
  cache_.set(server_.source(), server_.identity(), era);
}

void ServerEra::forget() {
  if (!is_pinned()) cache_.erase(server_.source(), server_.identity());
}

}  // namespace workbench::servers
