#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "check/opening_cost.hpp"
#include "commands/servers/server_diagnosis.hpp"

namespace workbench::app {

/// The findings of `doctor` about one toolbox as a whole.
struct ToolboxDiagnosis {
  std::string name;
  std::size_t tokens = 0;  ///< that a model reads when it opens the toolbox
  std::vector<Trouble> troubles;
};

/// Remarks on a toolbox that saves nothing: opening it costs most of what the tools of all servers cost together.
/// `costs`: of all toolboxes, in the order of `toolboxes`.
[[nodiscard]] std::vector<ToolboxDiagnosis> diagnose_toolboxes(
    const std::vector<Inspection::InspectedToolbox>& toolboxes, const std::vector<OpeningCost>& costs,
    config::ToolMode mode);

}  // namespace workbench::app
