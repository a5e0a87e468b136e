#pragma once

#include <optional>
#include <string>

#include "config/config.hpp"
#include "config/json_node.hpp"
#include "config/reading.hpp"

namespace workbench {

/// Reads and checks one server of a toolbox. Absent: it is disabled. What is wrong is reported; the entry then has
/// only what could be read.
[[nodiscard]] std::optional<ServerEntry> read_server(std::string name, const JsonNode& node, Reading& reading);

}  // namespace workbench
