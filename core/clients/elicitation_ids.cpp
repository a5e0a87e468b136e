#include "clients/elicitation_ids.hpp"

#include <algorithm>

#include "json/lookup.hpp"

namespace workbench::clients {

void ElicitationIds::add(const Json& id) {
  if (id.kind() != JsonKind::string || id.text().size() > kMaxBytes) return;
  ids_.push_back(json::characters(id));
  if (ids_.size() > kMax) ids_.pop_front();
}

bool ElicitationIds::extract(const Json& id) {
  if (id.kind() != JsonKind::string) return false;
  const auto found = std::find(ids_.begin(), ids_.end(), json::characters(id));
  if (found == ids_.end()) return false;
  ids_.erase(found);
  return true;
}

}  // namespace workbench::clients
