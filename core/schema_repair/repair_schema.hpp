#pragma once

#include <cstdint>

#include "schema_repair/findings.hpp"

namespace workbench::schema_repair {

/// What a schema is used for.
enum class SchemaRole : std::uint8_t {
  input,   ///< it describes what to send: a reference to another document is remarked on
  output,  ///< clients compile it: a reference to another document is a fault
};

/// Repairs all schemas in the schema at `root`, apart from what MCP requires of a root.
/// Linear, does not recurse. A repaired schema means the same, or allows more than before, never less.
[[nodiscard]] Findings repair_schema(const Tree& tree, NodeId root, SchemaRole role);

}  // namespace workbench::schema_repair
