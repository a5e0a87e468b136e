#pragma once

#include <string>

#include <workbench/client_profile.hpp>
#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

#include "servers/catalog.hpp"

namespace workbench::gateway {

/// The definition under which a tool is registered: `name` for its name, `[toolbox/server] ` before its description,
/// and its origin in `_meta`. `execution` is left out; everything else is unchanged.
[[nodiscard]] std::string registered_definition(const std::string& name, const ToolIdentifier& tool,
                                                const Json& definition);

/// The same for a client, for one of the tools among items() of the catalog of its server.
[[nodiscard]] std::string registered_for(const ClientProfile& client, const ToolIdentifier& tool,
                                         const servers::Catalog& catalog, const protocol::ListedItem& item);

}  // namespace workbench::gateway
