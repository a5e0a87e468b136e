#pragma once

#include <optional>
#include <string>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::gateway {

/// The scopes that are needed for what `what` names in `toolbox`: those of the toolbox, of its server and of the tool,
/// as far as it names them, each once.
[[nodiscard]] Scopes required_scopes(const config::ToolboxEntry& toolbox, const ToolIdentifier& what);

/// Those that anything in `toolbox` requires, each once.
[[nodiscard]] Scopes all_required_scopes(const config::ToolboxEntry& toolbox);

/// Adds those that are not in `all` yet.
void add_scopes(const Scopes& scopes, Scopes& all);
[[nodiscard]] bool has_scope(const Scopes& granted, const std::string& scope);

/// forbidden, with all that are needed, if one of them is not in `granted`. Scopes have no order among them: what an
/// authorization server implies by another scope, its tokens have to name.
[[nodiscard]] std::optional<Error> refuse_without_scopes(const config::ToolboxEntry& toolbox,
                                                         const ToolIdentifier& what, const Scopes& granted);

}  // namespace workbench::gateway
