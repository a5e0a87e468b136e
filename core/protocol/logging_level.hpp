#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace workbench::protocol {

/// The LoggingLevels of the specification, least severe first ("server/utilities/logging", the levels of syslog).
inline constexpr std::array<std::string_view, 8> kLogLevels{"debug", "info",     "notice", "warning",
                                                            "error", "critical", "alert",  "emergency"};

[[nodiscard]] constexpr bool is_log_level(std::string_view name) {
  return std::find(kLogLevels.begin(), kLogLevels.end(), name) != kLogLevels.end();
}

/// 0 for the least severe; the number of levels for a name that is none.
[[nodiscard]] constexpr std::size_t severity_of(std::string_view level) {
  return static_cast<std::size_t>(std::find(kLogLevels.begin(), kLogLevels.end(), level) - kLogLevels.begin());
}

}  // namespace workbench::protocol
