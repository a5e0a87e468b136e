#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <workbench/tool_policy.hpp>

namespace workbench::config {

/// What the configuration demands of requests to one server: `approve` and `labels`. It is kept beside the server's
/// entry, because a change of it does not make another server of it.
struct CallPolicy {
  /// `approve` of the file, of the toolbox and of the server, in this order; of each of them, what takes back (`!...`)
  /// comes last. Each entry applies to what the earlier ones have left.
  std::vector<std::string> approve;
  FlowLabels labels;                              ///< of its tools that `tool_labels` does not have
  std::map<std::string, FlowLabels> tool_labels;  ///< by the server's own names

  /// Whether some entry asks a person.
  [[nodiscard]] bool asks_people() const {
    return std::any_of(approve.begin(), approve.end(), [](const std::string& one) { return !one.starts_with('!'); });
  }
  /// Whether nothing is demanded.
  [[nodiscard]] bool empty() const { return approve.empty() && labels.empty() && tool_labels.empty(); }
  [[nodiscard]] bool operator==(const CallPolicy&) const = default;
};

}  // namespace workbench::config
