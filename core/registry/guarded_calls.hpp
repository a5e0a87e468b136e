#pragma once

#include <memory>

#include <workbench/meta_tool.hpp>
#include <workbench/middleware.hpp>

#include "registry/plugin_host.hpp"

// Plugin objects that answer calls, guarded. A call out of which the plugin throws, or that it drops, is answered with
// an error that names the plugin. [loop thread]

namespace workbench::registry {

/// `meta_tool`, guarded. If its definition throws, one that says so replaces it. A call that it neither
/// answers nor passes on within `limits.call` after the last sign of progress is answered with an error.
[[nodiscard]] std::unique_ptr<MetaTool> make_guarded_meta_tool(PluginObject object, PluginHost& host,
                                                               std::unique_ptr<MetaTool> meta_tool);

[[nodiscard]] std::unique_ptr<Middleware> make_guarded_middleware(PluginObject object, PluginHost& host,
                                                                  std::unique_ptr<Middleware> middleware);

}  // namespace workbench::registry
