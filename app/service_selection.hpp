#pragma once

#include <string>
#include <vector>

#include <workbench/listener.hpp>

#include "config/settings/settings.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/workspace.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// What the settings choose among what the plugins registered.
struct ServiceSelection {
  struct Door {
    std::string name;
    Listener* door;  ///< the registry's, never null
    Options options;
  };
  std::vector<Door> listeners;
  gateway::WorkspaceOptions workspace;
  std::vector<std::string> complaints;  ///< whole sentences; the rest counts only if there are none
};

/// Finds everything that the settings name, and tells all that is not there at once. [startup]
[[nodiscard]] ServiceSelection select_services(const config::Settings& settings, const registry::Registry& registry);

}  // namespace workbench::app
