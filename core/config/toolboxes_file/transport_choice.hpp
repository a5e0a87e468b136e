#pragma once

#include <optional>
#include <string>

#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Which transport a server entry is for: what `transport` or `type` says; else http, if it has an address and no
/// command; else stdio. Absent: none that is registered; that has been reported.
[[nodiscard]] std::optional<std::string> choose_transport(const JsonNode& server, Reading& reading);

}  // namespace workbench::config
