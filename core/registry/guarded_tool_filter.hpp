#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <workbench/registrar.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// A plugin's filter behind a guard. Not a ToolFilter itself: where a filter can only say yes or no, this can also say
/// that it failed, so that a tool is hidden then, be the entry negated or not. [any thread]
class GuardedToolFilter {
 public:
  GuardedToolFilter(PluginObject object, std::unique_ptr<ToolFilter> filter)
      : object_(std::move(object)), filter_(std::move(filter)) {}

  /// internal: the filter threw; the error names the plugin.
  [[nodiscard]] Result<bool> admits(const Tool& tool) const;

 private:
  PluginObject object_;
  std::unique_ptr<ToolFilter> filter_;
};

using GuardedToolFilterFactory = std::function<Result<std::unique_ptr<GuardedToolFilter>>(std::string_view text)>;

/// `factory` and the filters that it makes, guarded.
[[nodiscard]] GuardedToolFilterFactory make_guarded_tool_filter_factory(PluginObject object, ToolFilterFactory factory);

}  // namespace workbench::registry
