#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// On whose behalf a client sends its messages. The listener authenticates it; the workbench relies on that.
struct Principal {
  std::string name;                                   ///< for the log; empty: anonymous
  std::optional<std::vector<std::string>> toolboxes;  ///< the names of those that it may see; absent: all
  std::vector<std::string> scopes;                    ///< that its authorization grants; empty: none named

  [[nodiscard]] friend bool operator==(const Principal&, const Principal&) = default;
  [[nodiscard]] friend auto operator<=>(const Principal&, const Principal&) = default;
};

}  // namespace workbench
