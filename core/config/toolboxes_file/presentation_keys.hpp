#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "config/toolboxes_file/config.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

// The keys that control how much a model is shown: the keys of `hosts`, and the keys that toolboxes and hosts share.

namespace workbench::config {

/// `maxTokens`: from 1 to a million. Absent: it is something else, which has been reported.
[[nodiscard]] std::optional<std::size_t> read_max_tokens(const JsonNode& node, Reading& reading);

/// `maxResultTokens`: from 100 to a million. Absent: it is something else, which has been reported.
[[nodiscard]] std::optional<std::size_t> read_max_result_tokens(const JsonNode& node, Reading& reading);

/// `detail`: "full", "brief" or "names". Absent: it is something else, which has been reported.
[[nodiscard]] std::optional<ToolDetail> read_detail(const JsonNode& node, Reading& reading);

/// `hosts`: an object of objects by pattern of `clientInfo`: `NAME` or `NAME@VERSION`. What is wrong is reported and
/// left out.
[[nodiscard]] std::vector<HostEntry> read_hosts(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
