#pragma once

#include "schema_repair/findings.hpp"

namespace workbench::schema_repair {

/// What a schema is good for if a part of it cannot be found out here.
enum class SchemaRole {
  input,   ///< it tells what to send: a reference to another document is remarked
  output,  ///< clients compile it: a reference to another document is a fault
};

/// Looks at every schema in the one at `root` and mends what is wrong in it, apart from what only a root has to have.
/// Linear, does not recurse. A repair keeps the meaning, or lets pass more than before and never less.
[[nodiscard]] Findings repair_schema(const Tree& tree, NodeId root, SchemaRole use);

}  // namespace workbench::schema_repair
