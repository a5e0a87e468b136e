#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include <workbench/registrar.hpp>

#include "registry/plugin_failure.hpp"

// The factories of a plugin, guarded, like everything that they make: an exception of the plugin becomes an internal
// Error that names the plugin. Each throws std::invalid_argument, with the end of a sentence that begins with the
// plugin, if the factory itself makes no sense.

namespace workbench::registry {

class PluginHost;

/// A plugin's filter behind a guard. Not a ToolFilter itself: where a filter can only say yes or no, this can also
/// report that it failed, so that the tool is hidden then, whether the entry is negated or not. [any thread]
class GuardedToolFilter {
 public:
  GuardedToolFilter(PluginObject object, std::unique_ptr<ToolFilter> filter)
      : object_(std::move(object)), filter_(std::move(filter)) {}

  /// internal: the filter threw.
  [[nodiscard]] Result<bool> admits(const Tool& tool) const;

 private:
  PluginObject object_;
  std::unique_ptr<ToolFilter> filter_;
};

using GuardedToolFilterFactory = std::function<Result<std::unique_ptr<GuardedToolFilter>>(std::string_view text)>;

[[nodiscard]] GuardedToolFilterFactory guard_factory(PluginObject object, PluginHost& host, ToolFilterFactory factory);

/// `make` and `check` ignore the host that they are given, and pass on the plugin's own.
[[nodiscard]] TransportFactory guard_factory(PluginObject object, PluginHost& host, TransportFactory factory);
[[nodiscard]] Factory<Listener> guard_factory(PluginObject object, PluginHost& host, Factory<Listener> factory);
[[nodiscard]] Factory<MetaTool> guard_factory(PluginObject object, PluginHost& host, Factory<MetaTool> factory);
[[nodiscard]] Factory<Middleware> guard_factory(PluginObject object, PluginHost& host, Factory<Middleware> factory);
[[nodiscard]] Factory<Authenticator> guard_factory(PluginObject object, PluginHost& host,
                                                   Factory<Authenticator> factory);
[[nodiscard]] Factory<CatalogReview> guard_factory(PluginObject object, PluginHost& host,
                                                   Factory<CatalogReview> factory);

}  // namespace workbench::registry
