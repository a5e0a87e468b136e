#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// The definition under which a tool is registered: `name` for its name, `[toolbox/server] ` before its description,
/// and its origin in `_meta`. `execution` is left out; everything else is unchanged.
[[nodiscard]] std::string registered_definition(const std::string& name, const ToolIdentifier& tool,
                                                const Json& definition);

}  // namespace workbench::gateway
