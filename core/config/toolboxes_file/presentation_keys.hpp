#pragma once

#include <cstddef>
#include <optional>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

// The keys that say how much a model is told: those of `hosts`, and those that toolboxes and hosts have in common.

namespace workbench::config {

/// `maxTokens`: from 1 to a million. Absent: it is something else; that has been reported.
[[nodiscard]] std::optional<std::size_t> read_max_tokens(const JsonNode& node, Reading& reading);

/// `detail`: "full", "brief" or "names". Absent: it is something else; that has been reported.
[[nodiscard]] std::optional<ToolDetail> read_detail(const JsonNode& node, Reading& reading);

/// `hosts`: an object of objects, by the pattern of `clientInfo`'s name, `NAME` or `NAME@VERSION`. What is wrong is
/// reported and left out.
[[nodiscard]] std::vector<HostEntry> read_hosts(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
