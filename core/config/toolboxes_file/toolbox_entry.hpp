#pragma once

#include <string>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads and checks one toolbox and its servers. What is wrong is reported; the entry then has only what could be read.
[[nodiscard]] ToolboxEntry read_toolbox(std::string name, const JsonNode& node, Reading& reading);

}  // namespace workbench::config
