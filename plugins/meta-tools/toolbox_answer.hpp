#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// The model for which an answer of open_toolbox is written.
struct Audience {
  workbench::ResultBudget budget;                              ///< a longer answer does not reach it
  workbench::ToolDetail detail = workbench::ToolDetail::full;  ///< how much may be said about each tool
  bool has_describe_tools = false;                             ///< it can request what is left out
  std::function<std::optional<std::string>(const workbench::ToolIdentifier&)> native_name;  ///< see Toolboxes
};

/// The answer of open_toolbox: a JSON object with `toolbox`, `description`, `servers_connected`, `tokens` (how many it
/// takes, about), `_errors`, `_notes` and `instructions` if there are any, and `tools` in server-then-tool order, one
/// per line. What does not fit into the budget is left out step by step and a note says so; the names of all tools are
/// always there.
[[nodiscard]] std::string write_toolbox_answer(const workbench::OpenedToolbox& toolbox, const Audience& audience,
                                               const workbench::JsonAccess& json);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const workbench::OpenedToolbox& toolbox,
                                             const workbench::OpenedServer& server);

}  // namespace meta_tools
