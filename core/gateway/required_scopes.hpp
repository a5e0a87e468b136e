#pragma once

#include <optional>

#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"

namespace workbench::gateway {

/// The scopes that are needed for what `what` names in `toolbox`: those of the toolbox, of its server and of the tool,
/// as far as it names them, each once.
[[nodiscard]] Scopes required_scopes(const config::ToolboxEntry& toolbox, const ToolIdentifier& what);

/// forbidden, with all that are needed, if one of them is not in `granted`. Scopes have no order among them: what an
/// authorization server implies by another scope, its tokens have to name.
[[nodiscard]] std::optional<Error> refuse_without_scopes(const config::ToolboxEntry& toolbox,
                                                         const ToolIdentifier& what, const Scopes& granted);

}  // namespace workbench::gateway
