#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// For whom an answer of open_toolbox is written.
struct Audience {
  std::size_t max_bytes = workbench::ClientProfile::kUnlimited;  ///< the longest answer that reaches the model
  workbench::ToolDetail detail = workbench::ToolDetail::full;    ///< the most that is told of each tool
  bool has_describe_tools = false;                               ///< it can ask for what is left out
  std::function<std::optional<std::string>(const workbench::ToolIdentifier&)> native_name;  ///< see Workbench
};

/// The answer of open_toolbox: a JSON object with `toolbox`, `description`, `servers_connected`, `_errors`, `_notes`
/// and `instructions` if there are any, and `tools` in server-then-tool order, one a line. What does not fit into
/// `max_bytes` is left out by steps and a note says so; every tool is named whatever is left out.
[[nodiscard]] std::string write_toolbox_answer(const workbench::OpenedToolbox& toolbox, const Audience& audience,
                                               const workbench::JsonAccess& json);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const workbench::OpenedToolbox& toolbox,
                                             const workbench::OpenedServer& server);

}  // namespace meta_tools
