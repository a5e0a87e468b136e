#include "servers/server_status.hpp"

#include <chrono>

namespace workbench::servers {

std::string_view ServerStatus::activity() const {
  if (of_.state == ServerState::ready) return "ready";
  if (is_starting_up()) return "starting";
  if (is_ending() || of_.runs.ending() > 0) return "ending";
  return failure() ? "failed" : "stopped";
}

// A shared server's stderr does not reach clients: see StartupPlan::last_words.
ServerHealth ServerStatus::health(bool is_shared) const {
  ServerHealth health = of_.history.health(is_shared);
  health.server = of_.configured.name();
  health.state = activity();
  if (const auto failed = failure()) health.last_error = failed->message;
  const std::chrono::milliseconds wait = of_.history.wait();
  if (of_.state == ServerState::stopped && wait > ServerHistory::kMaxRestartWait) health.next_attempt = wait;
  return health;
}

}  // namespace workbench::servers
