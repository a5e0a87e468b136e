#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads and checks one toolbox and its servers. What is wrong is reported.
[[nodiscard]] ToolboxEntry read_toolbox(std::string name, const JsonNode& node, Reading& reading);

/// What is wrong with the name of a toolbox or a server, `what; what to do`. Absent: nothing.
[[nodiscard]] std::optional<std::string> fault_of_name(std::string_view name);

}  // namespace workbench::config
