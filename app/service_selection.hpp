#pragma once

#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "config/settings/settings.hpp"
#include "gateway/workspace.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// What the settings select from what the plugins registered.
struct ServiceSelection {
  struct SelectedListener {
    std::string name;
    Listener* listener;  ///< owned by the registry, never null
  };
  std::vector<SelectedListener> listeners;
  gateway::WorkspaceOptions workspace;
  std::vector<std::string> errors;  ///< whole sentences; the rest is complete only if there are none
};

/// Finds everything that the settings name, checks the options of each, and makes the listeners. [startup]
[[nodiscard]] ServiceSelection select_services(const config::Settings& settings, registry::Registry& registry,
                                               Host& host);

}  // namespace workbench::app
