#pragma once

#include "schema_repair/client_requirements.hpp"
#include "schema_repair/findings.hpp"

// What MCP requires of a tool's definition, apart from what JSON Schema requires of the schemas in it.

namespace workbench::schema_repair {

/// Removes members that have a wrong kind, other than the name and the schemas: none of them is needed to use the tool.
/// Remarks on a name that clients may refuse. Finds no faults.
[[nodiscard]] Findings repair_members(const Tree& tree);

/// Repairs what MCP requires of the root of an `inputSchema`: the type "object".
/// Fault: it cannot be a schema of objects.
[[nodiscard]] Findings repair_input_root(const Tree& tree, NodeId schema);

/// The same for an `outputSchema`, for which not every client requires the type "object".
[[nodiscard]] Findings repair_output_root(const Tree& tree, NodeId schema, const ClientRequirements& requirements);

}  // namespace workbench::schema_repair
