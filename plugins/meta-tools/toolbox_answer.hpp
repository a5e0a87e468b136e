#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

#include "toolbox_remarks.hpp"

namespace meta_tools {

/// The answer of open_toolbox: a JSON object with `toolbox`, `description`, `servers_connected`, `tokens` (how many it
/// takes, about), `_errors`, `_notes` and `instructions` if there are any, and `tools` in server-then-tool order, one
/// per line. Parts that do not fit into the budget are left out step by step, with a note. The names of all tools are
/// always there, unless they alone are more than the host shows: then a note says how to read on.
[[nodiscard]] std::string write_toolbox_answer(const workbench::OpenedToolbox& toolbox, const Audience& audience,
                                               const workbench::JsonAccess& json);

}  // namespace meta_tools
