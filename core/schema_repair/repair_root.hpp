#pragma once

#include "schema_repair/client_requirements.hpp"
#include "schema_repair/findings.hpp"

namespace workbench::schema_repair {

/// Mends what the root of an `inputSchema` has to have: the type "object".
/// Fault: it cannot be the schema of an object.
[[nodiscard]] Findings mend_input_root(const Tree& tree, NodeId schema, const ClientRequirements& reader);

/// The same for an `outputSchema`, which need not be of the type "object" for every reader.
[[nodiscard]] Findings mend_output_root(const Tree& tree, NodeId schema, const ClientRequirements& reader);

}  // namespace workbench::schema_repair
