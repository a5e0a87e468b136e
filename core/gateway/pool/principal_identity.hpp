#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include <workbench/principal.hpp>

namespace workbench::gateway {

/// One principal of modern clients: the same object for all of its workspaces, which hold it together. Servers that
/// these workspaces share are keyed by it.
struct PrincipalIdentity {
  std::shared_ptr<const Principal> principal;  ///< of all requests of its clients that have no name of their own
};

/// Finds the identity of a principal. Identities that no workspace holds any more are forgotten. [loop thread]
class PrincipalIdentities {
 public:
  /// A principal, and whether it is the user who runs the workbench (user_principal.hpp).
  using Owner = std::pair<Principal, bool>;

  [[nodiscard]] std::shared_ptr<const PrincipalIdentity> find(const Owner& owner);

 private:
  std::map<Owner, std::weak_ptr<const PrincipalIdentity>> known_;  // expired: no workspace holds it
  std::size_t size_before_sweep_ = 16;                             // of known_, before expired ones are removed
};

}  // namespace workbench::gateway
