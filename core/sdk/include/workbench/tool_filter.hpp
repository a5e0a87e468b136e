#pragma once

#include <workbench/tool.hpp>

namespace workbench {

/// One entry of a server's `toolFilters`. Pure: decides from the tool's definition alone, always alike. [any thread]
class ToolFilter {
 public:
  ToolFilter() = default;
  ToolFilter(const ToolFilter&) = delete;
  ToolFilter& operator=(const ToolFilter&) = delete;
  virtual ~ToolFilter() = default;

  /// Whether this entry is about `tool`. A negated entry (`!...`) is the host's business: it asks the same question.
  [[nodiscard]] virtual bool admits(const Tool& tool) const = 0;
};

}  // namespace workbench
