#pragma once

#include <workbench/result.hpp>
#include <workbench/tool.hpp>

namespace workbench::protocol {

/// Reads what we need to know of a tool out of its definition, which is kept whole.
/// protocol: it is not an object, has no name, or says an interpreted member twice.
[[nodiscard]] Result<Tool> read_tool(const Json& definition);

/// Whether the tool can be called as a task only (`execution.taskSupport` of 2025-11-25), which we do not pass on.
[[nodiscard]] bool needs_a_task(const Tool& tool);

}  // namespace workbench::protocol
