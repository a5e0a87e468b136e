#pragma once

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads `inputs` of the toolboxes file and adds them to the inputs of the reading. Errors are reported and left out.
void read_inputs(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
