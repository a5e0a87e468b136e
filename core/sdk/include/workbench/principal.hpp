#pragma once

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// Names of the scopes that an authorization grants (RFC 6749, section 3.3).
using Scopes = std::vector<std::string>;

/// On whose behalf a client sends its messages. The listener authenticates it; the workbench relies on that.
struct Principal {
  std::string name;                                   ///< for the log; empty: anonymous
  std::optional<std::vector<std::string>> toolboxes;  ///< the names of those that it may see; absent: all
  /// The granted scopes: where the configuration requires scopes (`requires`), these must contain them all. Absent: its
  /// authentication knows no scopes, and it is not limited by them. Empty: it is granted none. A message whose own
  /// authorization grants scopes (CheckedMessage::scopes) is judged by those instead.
  std::optional<Scopes> scopes;

  [[nodiscard]] friend bool operator==(const Principal&, const Principal&) = default;
  [[nodiscard]] friend auto operator<=>(const Principal&, const Principal&) = default;
};

}  // namespace workbench
