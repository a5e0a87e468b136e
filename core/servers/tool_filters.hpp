#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/result.hpp>
#include <workbench/tool_filter.hpp>

#include "registry/registry.hpp"

namespace workbench::servers {

/// Which tools of a server show: `toolFilters` of the configuration, put together from the filters that plugins
/// registered. Admitted = some positive entry matches the tool, and no negated one does. No list: everything; an empty
/// list: nothing.
class ToolFilters {
 public:
  /// invalid_argument: an entry makes no sense; the message names it. `registry` must outlive the filters.
  [[nodiscard]] static Result<ToolFilters> from(const std::optional<std::vector<std::string>>& entries,
                                                const registry::Registry& registry);

  /// internal: a filter failed; the tool should not show.
  [[nodiscard]] Result<bool> admit(const Tool& tool) const;

 private:
  bool admits_everything_ = true;
  std::vector<std::unique_ptr<registry::GuardedToolFilter>> positive_;
  std::vector<std::unique_ptr<registry::GuardedToolFilter>> negated_;
};

/// The filter for one entry without its `!`: `SCHEME:text`, or a name, or a name with wildcards.
[[nodiscard]] Result<std::unique_ptr<registry::GuardedToolFilter>> make_tool_filter(std::string_view entry,
                                                                                    const registry::Registry& registry);

/// Whether the filter for such an entry reads nothing of a tool but its name. False of every scheme but `name` and
/// `wildcard`.
[[nodiscard]] bool reads_only_names(std::string_view entry);

}  // namespace workbench::servers
