#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace workbench::client_files {

/// Where a TOML text has a value with more than `max_levels` levels above it. Absent: nowhere. It is found without a
/// parser, so that a parser that recurses for each part of a name is not given such a text: each part of a table's
/// name, each part of a key and each list or inline table is a level. A text that is not TOML is judged up to the place
/// where it stops being TOML.
[[nodiscard]] std::optional<std::size_t> too_deep_in_toml(std::string_view text, std::size_t max_levels);

}  // namespace workbench::client_files
