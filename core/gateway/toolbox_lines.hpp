#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

namespace workbench::gateway {

/// The toolboxes as Toolboxes::describe_toolboxes() has them. `rest` names the meta-tool that lists all of them whole;
/// empty: none is offered.
[[nodiscard]] std::string toolbox_lines(const std::vector<ToolboxSummary>& toolboxes, std::size_t max_bytes,
                                        std::string_view rest);

}  // namespace workbench::gateway
