#pragma once

#include <memory>

#include <workbench/meta_tool.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// `meta_tool`, guarded. A call that it throws out of is answered with what it threw; a definition that it does not
/// give is replaced by one that says so.
[[nodiscard]] std::unique_ptr<MetaTool> make_guarded_meta_tool(PluginObject object,
                                                               std::unique_ptr<MetaTool> meta_tool);

}  // namespace workbench::registry
