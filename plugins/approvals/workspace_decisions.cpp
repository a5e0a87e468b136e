#include "workspace_decisions.hpp"

#include <algorithm>
#include <utility>

namespace workbench::approvals {
namespace {

constexpr std::size_t kMaxDecisions = 1'000;

}  // namespace

WorkspaceDecisions::Place WorkspaceDecisions::place_of(const CallKey& key, bool has_any_arguments) {
  return {key.method,
          key.target.toolbox,
          key.target.server,
          key.target.tool,
          key.definition,
          has_any_arguments,
          has_any_arguments ? ContentDigest() : key.arguments};
}

void WorkspaceDecisions::add(StandingDecision decision) {
  if (standing_.size() >= kMaxDecisions) remove(standing_.begin());
  Place place = place_of(decision.key, decision.has_any_arguments);
  places_.emplace(std::move(place), standing_.insert(standing_.end(), std::move(decision)));
}

bool WorkspaceDecisions::allow(const CallKey& key, bool is_flow) {
  end_other_definitions(key);
  return has_for(place_of(key, true), is_flow) || has_for(place_of(key, false), is_flow);
}

bool WorkspaceDecisions::has_for(const Place& place, bool is_flow) const {
  const auto [first, last] = places_.equal_range(place);
  return std::any_of(first, last, [is_flow](const auto& one) { return one.second->covers_flows || !is_flow; });
}

void WorkspaceDecisions::end_other_definitions(const CallKey& key) {
  Place first{key.method, key.target.toolbox, key.target.server, key.target.tool};
  auto place = places_.lower_bound(first);
  while (place != places_.end() && place->second->key.has_target_of(key)) {
    if (place->first.definition != key.definition) {
      remove(place++);
      continue;
    }
    first.definition = key.definition;
    first.has_any_arguments = true;  // the last place of a definition
    place = places_.upper_bound(first);
  }
}

void WorkspaceDecisions::remove(Places::iterator place) {
  standing_.erase(place->second);
  places_.erase(place);
}

void WorkspaceDecisions::remove(std::list<StandingDecision>::iterator decision) {
  const auto [first, last] = places_.equal_range(place_of(decision->key, decision->has_any_arguments));
  remove(std::find_if(first, last, [decision](const auto& one) { return one.second == decision; }));
}

bool WorkspaceDecisions::revoke(std::string_view id) {
  const auto found =
      std::find_if(standing_.begin(), standing_.end(), [id](const StandingDecision& one) { return one.id == id; });
  if (found == standing_.end()) return false;
  remove(found);
  return true;
}

bool WorkspaceDecisions::keep(KeptAnswer answer, std::size_t max, Clock::time_point now) {
  drop_expired(now);
  const bool is_full = kept_.size() >= max && !kept_.empty();
  if (is_full) kept_.erase(kept_.begin());
  kept_.push_back(std::move(answer));
  return !is_full;
}

void WorkspaceDecisions::drop_expired(Clock::time_point now) {
  std::erase_if(kept_, [now](const KeptAnswer& one) { return one.expires <= now; });
}

std::optional<KeptAnswer> WorkspaceDecisions::extract(const CallKey& key, bool is_flow, Clock::time_point now) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const KeptAnswer& one) {
    return one.expires > now && one.key.covers(key) && (one.covers_flows || !one.is_yes || !is_flow);
  });
  if (found == kept_.end()) return std::nullopt;
  KeptAnswer answer = std::move(*found);
  kept_.erase(found);
  answer.claim.reset();
  answer.expiry.reset();
  return answer;
}

}  // namespace workbench::approvals
