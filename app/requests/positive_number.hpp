#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <workbench/json.hpp>

namespace workbench::app {

/// A member that is a positive integer; `if_absent` if there is none. Absent: it is something else.
[[nodiscard]] std::optional<std::uint64_t> positive_number(const Json& params, std::string_view name,
                                                           std::uint64_t if_absent);

}  // namespace workbench::app
