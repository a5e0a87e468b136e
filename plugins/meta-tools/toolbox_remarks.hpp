#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <workbench/result_budget.hpp>
#include <workbench/toolboxes.hpp>

namespace meta_tools {

/// The model for which an answer of open_toolbox is written.
struct Audience {
  workbench::ResultBudget budget;                              ///< what the answer may take, but for names of tools
  workbench::ResultBudget shown;                               ///< what its host shows of a result, names included
  workbench::ToolDetail detail = workbench::ToolDetail::full;  ///< how much may be said about each tool
  bool has_describe_tools = false;                             ///< it can request the parts that are left out
  std::function<std::optional<std::string>(const workbench::ToolIdentifier&)> native_name;  ///< see Toolboxes
};

/// `_notes` on the servers of the toolbox: servers that are still starting, then remarks on their definitions, as many
/// as about a quarter of `budget` takes.
[[nodiscard]] std::vector<std::string> notes_on_servers(const workbench::OpenedToolbox& toolbox,
                                                        const workbench::ResultBudget& budget);

/// Prevents a model from taking the two names of a tool for two tools. Empty: its tools have one name.
[[nodiscard]] std::string note_on_native_names(const workbench::OpenedToolbox& toolbox, const Audience& audience);

/// `_errors`: why servers are not connected, as much of it as about a quarter of `budget` takes.
[[nodiscard]] std::vector<std::string> failures_of(const workbench::OpenedToolbox& toolbox,
                                                   const workbench::ResultBudget& budget);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const workbench::OpenedToolbox& toolbox,
                                             const workbench::OpenedServer& server);

}  // namespace meta_tools
