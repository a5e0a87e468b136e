#pragma once

#include <optional>
#include <string>

#include "gateway/exposure/native_catalog.hpp"
#include "gateway/toolboxes/toolbox_set.hpp"

namespace workbench::gateway {

/// The tool that its server itself calls `name`, of the servers with views for which `is_shown(toolbox, server)`;
/// absent: none of them has it, or several have. The views of MCP Apps call the tools of their server by its own names,
/// and the host passes these calls on as they are. [loop thread]
template <typename IsShown>
[[nodiscard]] std::optional<ListedSource> find_by_own_name(const ToolboxSet& toolboxes, const std::string& name,
                                                           IsShown is_shown) {
  std::optional<ListedSource> found;
  for (const auto& toolbox : toolboxes.all()) {
    for (const auto& server : toolbox->servers()) {
      if (!server->catalog().has_views() || !is_shown(*toolbox, *server)) continue;
      std::optional<std::string> shown_name = server->catalog().shown_name_of(name);
      if (!shown_name) continue;
      if (found) return std::nullopt;
      found = ListedSource{&*server, {toolbox->name(), server->name(), *std::move(shown_name)}};
    }
  }
  return found;
}

}  // namespace workbench::gateway
