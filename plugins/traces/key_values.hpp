#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbench::traces {

using KeyValues = std::vector<std::pair<std::string, std::string>>;

/// A list as the variables of OpenTelemetry have it: `key=value,key2=value2`, with blanks around the parts, and values
/// in percent-encoding. Absent: a part is not of this form. [any thread]
[[nodiscard]] std::optional<KeyValues> parse_key_values(std::string_view text);

}  // namespace workbench::traces
