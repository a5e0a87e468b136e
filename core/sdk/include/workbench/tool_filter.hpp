#pragma once

#include <string_view>

#include <workbench/tool.hpp>

namespace workbench {

/// One entry of a server's `toolFilters`. A pure function of the tool's definition: the same tool gets the same answer.
/// [any thread]
class ToolFilter {
 public:
  static constexpr std::string_view kKindName = "tool filter";

  ToolFilter() = default;
  ToolFilter(const ToolFilter&) = delete;
  ToolFilter& operator=(const ToolFilter&) = delete;
  virtual ~ToolFilter() = default;

  /// Whether this entry matches `tool`, which is valid during the call. For a negated entry (`!...`) the host inverts
  /// the answer.
  [[nodiscard]] virtual bool admits(const Tool& tool) const = 0;
};

}  // namespace workbench
