#pragma once

#include "definitions/findings.hpp"
#include "definitions/reader.hpp"

namespace workbench::definitions {

/// Mends what the root of an `inputSchema` has to have: the type "object".
/// Fault: it cannot be the schema of an object.
[[nodiscard]] Findings mend_input_root(const Tree& tree, NodeId schema, const Reader& reader);

/// The same for an `outputSchema`, which need not be of the type "object" for every reader.
[[nodiscard]] Findings mend_output_root(const Tree& tree, NodeId schema, const Reader& reader);

}  // namespace workbench::definitions
