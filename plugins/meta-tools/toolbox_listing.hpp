#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/workbench.hpp>

namespace meta_tools {

/// The answer of open_toolbox as a JSON object: `toolbox`, `description`, `servers_connected`, `tools` in
/// server-then-tool order with `toolbox_name` and `source_server`, every other field of a tool as it came, and
/// `_errors` and `_notes` if there are any.
[[nodiscard]] std::string write_listing(const workbench::OpenedToolbox& toolbox, const workbench::JsonAccess& json);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const workbench::OpenedToolbox& toolbox,
                                             const workbench::OpenedServer& server);

}  // namespace meta_tools
