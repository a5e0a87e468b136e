#pragma once

#include "registry/plugin_failure.hpp"
#include "workbench/registrar.hpp"

namespace workbench {

/// `factory` and the filters that it makes, guarded. A filter that throws admits nothing, because its answer has no
/// room for an error.
[[nodiscard]] ToolFilterFactory make_guarded_tool_filter_factory(Origin origin, ToolFilterFactory factory);

}  // namespace workbench
