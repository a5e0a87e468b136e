#pragma once

#include <string>
#include <vector>

#include "check/inspection.hpp"

namespace workbench::app {

/// A sentence for each entry of `approve` that matches no tool, although the tools of all servers that it concerns are
/// known: probably a name that was misspelled. [startup]
[[nodiscard]] std::vector<std::string> approve_notes(const std::vector<Inspection::InspectedToolbox>& toolboxes,
                                                     const registry::Registry& registry);

}  // namespace workbench::app
