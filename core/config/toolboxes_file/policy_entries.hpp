#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/tool_policy.hpp>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

// The keys of the toolboxes file with which people decide: `approve`, `labels` and `lock`. What is wrong is reported
// and left out.

namespace workbench::config {

/// The entry of `approve` that has a person asked where private data, untrusted text and sending meet.
inline constexpr std::string_view kFlowEntry = "flow:";

/// `approve`: an array of filters as in `toolFilters`, or kFlowEntry. Entries that take back (`!...`) come last.
[[nodiscard]] std::vector<std::string> read_approve(const JsonNode& node, Reading& reading);

/// `labels`: an array of "private", "untrusted" and "sends".
[[nodiscard]] FlowLabels read_labels(const JsonNode& node, Reading& reading);

/// `lock`: "off", "warn" or "block". Empty: it is another value.
[[nodiscard]] std::string read_lock(const JsonNode& node, Reading& reading);

}  // namespace workbench::config
