#include "workspace_decisions.hpp"

#include <algorithm>
#include <utility>

namespace workbench::approvals {
namespace {

constexpr std::size_t kMaxDecisions = 1'000;

bool concerns(const StandingDecision& decision, const CallKey& key) {
  return decision.key.has_target_of(key) && (decision.has_any_arguments || decision.key.arguments == key.arguments);
}

}  // namespace

void WorkspaceDecisions::add(StandingDecision decision) {
  if (standing_.size() >= kMaxDecisions) standing_.erase(standing_.begin());
  standing_.push_back(std::move(decision));
}

bool WorkspaceDecisions::allow(const CallKey& key, bool is_flow) {
  std::erase_if(standing_, [&key](const StandingDecision& one) {
    return one.key.has_target_of(key) && one.key.definition != key.definition;
  });
  return std::any_of(standing_.begin(), standing_.end(),
                     [&](const StandingDecision& one) { return concerns(one, key) && (one.covers_flows || !is_flow); });
}

bool WorkspaceDecisions::revoke(std::string_view id) {
  return std::erase_if(standing_, [id](const StandingDecision& one) { return one.id == id; }) > 0;
}

void WorkspaceDecisions::keep(KeptAnswer answer, std::chrono::steady_clock::time_point now) {
  std::erase_if(kept_, [now](const KeptAnswer& one) { return one.expires <= now; });
  if (kept_.size() >= kMaxDecisions) kept_.erase(kept_.begin());
  kept_.push_back(std::move(answer));
}

std::optional<KeptAnswer> WorkspaceDecisions::extract(const CallKey& key, bool is_flow,
                                                      std::chrono::steady_clock::time_point now) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const KeptAnswer& one) {
    return one.expires > now && one.key.covers(key) && (one.covers_flows || !one.is_yes || !is_flow);
  });
  if (found == kept_.end()) return std::nullopt;
  KeptAnswer answer = std::move(*found);
  kept_.erase(found);
  return answer;
}

}  // namespace workbench::approvals
