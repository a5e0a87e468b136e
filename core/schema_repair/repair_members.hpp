#pragma once

#include "schema_repair/findings.hpp"

namespace workbench::schema_repair {

/// Leaves out the members of a definition beside its name and its schemas that are of a wrong kind: none of them is
/// needed to use the tool. Remarks a name that clients may refuse. Never a fault.
[[nodiscard]] Findings repair_members(const Tree& tree);

}  // namespace workbench::schema_repair
