#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// On whose behalf a client's messages come, as its listener found out. The workbench believes it.
struct Principal {
  std::string name;                                   ///< for the log; empty: anonymous
  std::optional<std::vector<std::string>> toolboxes;  ///< all that it may see; absent: every one
  std::vector<std::string> scopes;                    ///< what an authorization granted; empty: it named none

  [[nodiscard]] friend bool operator==(const Principal&, const Principal&) = default;
  [[nodiscard]] friend auto operator<=>(const Principal&, const Principal&) = default;
};

}  // namespace workbench
