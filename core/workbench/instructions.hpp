#pragma once

#include <string>
#include <vector>

#include "workbench/workbench.hpp"

namespace workbench {

/// What a client's model is told of the workbench when a session begins: the toolboxes with description and number of
/// servers, how to open one and how to use a tool. Always below 2,048 bytes, which hosts are known to keep; toolboxes
/// that do not fit are counted, with the place where they all are listed.
[[nodiscard]] std::string instructions_for(const std::vector<ToolboxSummary>& toolboxes);

}  // namespace workbench
