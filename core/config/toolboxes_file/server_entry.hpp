#pragma once

#include <optional>
#include <string>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

/// Reads and checks one server of a toolbox. Absent: it is disabled. What is wrong is reported; the entry then has only
/// what could be read, perhaps no transport, and is not to be used (EntryTroubles).
[[nodiscard]] std::optional<ServerEntry> read_server(std::string name, const JsonNode& node, CallPolicy& policy,
                                                     Reading& reading);

}  // namespace workbench::config
