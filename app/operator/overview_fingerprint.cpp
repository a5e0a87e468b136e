#include "operator/overview_fingerprint.hpp"

#include <string>
#include <string_view>

#include "base/fingerprint.hpp"

namespace workbench::app {
namespace {

/// Joins texts and numbers; each has an end of its own.
class Digest {
 public:
  Digest& add(std::string_view text) {
    hash_ = base::fingerprint(std::string_view("\0", 1), base::fingerprint(text, hash_));
    return *this;
  }
  template <typename Number>
  Digest& number(Number value) {
    return add(std::to_string(value));
  }
  [[nodiscard]] std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = base::kFirstFingerprint;
};

void add(Digest& digest, const gateway::WorkspaceOverview& workspace) {
  digest.add(workspace.principal).add(workspace.client).add(workspace.mode).add(workspace.working_directory);
  digest.number(workspace.clients).number(workspace.open_inputs.size()).number(workspace.open_toolboxes.size());
  for (const std::string& toolbox : workspace.open_toolboxes) digest.add(toolbox);
}

void add(Digest& digest, const gateway::ServerOverview& server) {
  const ServerHealth& health = server.health;
  digest.add(server.toolbox).add(health.server).add(health.state).add(server.project);
  digest.number(health.calls).number(health.timeouts).number(server.calls_in_flight).number(server.tools);
  digest.number(server.process_id.value_or(0)).number(server.withheld.size()).number(server.workspaces.size());
  digest.number(server.login ? static_cast<int>(server.login->kind) + 1 : 0).add(health.last_error.value_or(""));
  digest.number(health.next_attempt ? 1 : 0);
  for (const auto& item : server.withheld) digest.number(static_cast<int>(item.kind)).add(item.name).add(item.reason);
  if (server.login && server.login->expiry) digest.number(server.login->expiry->time_since_epoch().count());
}

}  // namespace

std::uint64_t fingerprint_of(const gateway::Overview& overview) {
  Digest digest;
  for (const gateway::WorkspaceOverview& workspace : overview.workspaces) add(digest, workspace);
  for (const gateway::ServerOverview& server : overview.servers) add(digest, server);
  return digest.value();
}

}  // namespace workbench::app
