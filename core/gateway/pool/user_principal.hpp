#pragma once

#include <memory>

#include <workbench/principal.hpp>

namespace workbench::gateway {

// Clients without a name are of two kinds. Where the listener names no principal at all (stdio, the socket of the same
// user), they are programs of the user who runs the workbench. Where it names one with an empty name (HTTP without
// tokens), they may be any client that reaches the port. Both use the logins of the user; only the former may make one.

/// A principal without a name, for clients of the user who runs the workbench.
[[nodiscard]] std::shared_ptr<const Principal> make_user_principal();

/// Whether it is the user's: one of make_user_principal(), or null.
[[nodiscard]] bool is_user(const std::shared_ptr<const Principal>& principal);

/// Whether clients of this principal may log in to servers that the principal uses: as the user, or as a named
/// principal, which has logins of its own.
[[nodiscard]] bool may_log_in(const std::shared_ptr<const Principal>& principal);

}  // namespace workbench::gateway
