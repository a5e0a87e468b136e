#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/options.hpp>

#include "config/toolboxes_file/json_node.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

// Each reads one value of the file, with the variables in its strings replaced. Absent: it has another type, or a
// variable is missing; that has been reported.
[[nodiscard]] std::optional<std::string> read_text(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<bool> read_flag(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<std::int64_t> read_number(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<Options::TextList> read_text_list(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<Options::TextMap> read_text_map(const JsonNode& node, Reading& reading);

/// A time limit in milliseconds, from 1 to a day.
[[nodiscard]] std::optional<std::chrono::milliseconds> read_time_limit(const JsonNode& node, Reading& reading);

/// The same for an option as a transport described it.
[[nodiscard]] std::optional<Options::Value> read_option(const JsonNode& node, const OptionDescription& description,
                                                        Reading& reading);

/// Reports that the value should be `expected`, with what to do.
void report_type(const JsonNode& node, std::string_view expected, std::string_view remedy, Reading& reading);

}  // namespace workbench::config
