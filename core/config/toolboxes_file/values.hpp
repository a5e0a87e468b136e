#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/options.hpp>

#include "config/toolboxes_file/json_file.hpp"
#include "config/toolboxes_file/reading.hpp"

namespace workbench::config {

// Each reads one value of the file and replaces the variables in its strings. Absent: the value has another type, or a
// variable is not set; that has been reported.
[[nodiscard]] std::optional<std::string> read_text(const JsonNode& node, Reading& reading);
/// The same for a text that models read: characters that cannot be seen are written out, which a note says.
[[nodiscard]] std::optional<std::string> read_visible_text(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<bool> read_flag(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<std::int64_t> read_number(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<Options::TextList> read_text_list(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<Options::TextMap> read_text_map(const JsonNode& node, Reading& reading);
[[nodiscard]] std::optional<Options::NumberMap> read_number_map(const JsonNode& node, Reading& reading);

/// A time limit in milliseconds, from `least` to a day.
[[nodiscard]] std::optional<std::chrono::milliseconds> read_time_limit(const JsonNode& node, Reading& reading,
                                                                       std::int64_t least = 1);

/// The same for an option, by its description from the transport.
[[nodiscard]] std::optional<Options::Value> read_option(const JsonNode& node, const OptionDescription& description,
                                                        Reading& reading);

/// `requires`: names of scopes (RFC 6749, section 3.3). An invalid name is reported and left out.
[[nodiscard]] std::vector<std::string> read_required_scopes(const JsonNode& node, Reading& reading);

/// Reports that the value must be `expected`; `remedy`: what to write instead.
void report_wrong_type(const JsonNode& node, std::string_view expected, std::string_view remedy, Reading& reading);

}  // namespace workbench::config
