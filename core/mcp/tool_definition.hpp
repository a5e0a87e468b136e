#pragma once

#include "workbench/result.hpp"
#include "workbench/tool.hpp"

namespace workbench::mcp {

/// Reads what we need to know of a tool out of its definition, which is kept whole.
/// protocol: it is not an object, has no name, or says an interpreted member twice.
[[nodiscard]] Result<Tool> read_tool(const Json& definition);

}  // namespace workbench::mcp
