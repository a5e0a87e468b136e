#pragma once

#include <memory>

#include <workbench/meta_tool.hpp>
#include <workbench/middleware.hpp>

#include "registry/plugin_host.hpp"

// What answers calls, guarded. A call that the plugin throws out of, or drops, is answered with an error that names the
// plugin. [loop thread]

namespace workbench::registry {

/// `meta_tool`, guarded. A definition that it throws out of is replaced by one that says so. A call that it neither
/// answers nor passes on within `limits.call` after the last sign of progress is answered with an error.
[[nodiscard]] std::unique_ptr<MetaTool> make_guarded_meta_tool(PluginObject object, PluginHost& host,
                                                               std::unique_ptr<MetaTool> meta_tool);

[[nodiscard]] std::unique_ptr<Middleware> make_guarded_middleware(PluginObject object, PluginHost& host,
                                                                  std::unique_ptr<Middleware> middleware);

}  // namespace workbench::registry
