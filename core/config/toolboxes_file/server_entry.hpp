#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/report.hpp"

namespace workbench::config {

/// The keys of a server entry that the host reads itself, whatever the transport.
[[nodiscard]] const std::vector<std::string>& host_server_keys();

/// Reads and checks one server of a toolbox. Absent: it is disabled. What is wrong is reported; the entry then has only
/// what could be read.
[[nodiscard]] std::optional<ServerEntry> read_server(std::string name, const JsonNode& node, Reading& reading);

}  // namespace workbench::config
