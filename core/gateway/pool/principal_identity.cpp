#include "gateway/pool/principal_identity.hpp"

#include <algorithm>

#include "gateway/pool/user_principal.hpp"

namespace workbench::gateway {

std::shared_ptr<const PrincipalIdentity> PrincipalIdentities::find(const Owner& owner) {
  if (known_.size() >= size_before_sweep_) {
    std::erase_if(known_, [](const auto& known) { return known.second.expired(); });
    size_before_sweep_ = std::max(size_before_sweep_, 2 * known_.size());
  }
  std::weak_ptr<const PrincipalIdentity>& known = known_[owner];
  std::shared_ptr<const PrincipalIdentity> found = known.lock();
  if (found == nullptr) {
    const auto& [principal, is_user] = owner;
    auto named = is_user ? make_user_principal() : std::make_shared<const Principal>(principal);
    found = std::make_shared<const PrincipalIdentity>(PrincipalIdentity{std::move(named)});
    known = found;
  }
  return found;
}

}  // namespace workbench::gateway
