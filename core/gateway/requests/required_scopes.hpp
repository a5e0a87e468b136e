#pragma once

#include <optional>
#include <string>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The scopes that are needed for what `what` names in `toolbox`: the scopes of the toolbox, of its server and of the
/// tool, as far as it names them, each once.
[[nodiscard]] Scopes required_scopes(const config::ToolboxEntry& toolbox, const ToolIdentifier& what);

/// The scopes that anything in `toolbox` requires, each once.
[[nodiscard]] Scopes all_required_scopes(const config::ToolboxEntry& toolbox);

/// Adds the scopes that are not in `all` yet.
void add_scopes(const Scopes& scopes, Scopes& all);
[[nodiscard]] bool has_scope(const Scopes& granted, const std::string& scope);

/// forbidden, with all that are needed, if one of them is not in `granted`. Scopes have no order among them: what an
/// authorization server implies by another scope, its tokens have to name.
[[nodiscard]] std::optional<Error> refuse_without_scopes(const config::ToolboxEntry& toolbox,
                                                         const ToolIdentifier& what, const Scopes& granted);

/// The same for what `what` names in the toolboxes of a workspace: a toolbox, a server or a tool; the more specific
/// members may be empty. Absent: it may be used, or there is no such toolbox. `granted` null: not limited.
[[nodiscard]] std::optional<Error> refuse_without_scopes(const ToolboxSet& toolboxes, const ToolIdentifier& what,
                                                         const Scopes* granted);

/// Why a request that was first sent with `former` scopes may not be repeated with `present` ones: forbidden, because
/// the configuration requires one somewhere that the latter lack. Steps that the request has already passed may have
/// needed it. Null: not limited.
[[nodiscard]] std::optional<Error> refuse_weaker(const ToolboxSet& toolboxes, const Scopes* former,
                                                 const Scopes* present);

}  // namespace workbench::gateway
