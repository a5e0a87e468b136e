#pragma once

#include <string>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/listener.hpp>

#include "config/settings/settings.hpp"
#include "gateway/workspaces/workspace.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// The objects that the settings select among those that plugins registered.
struct ServiceSelection {
  struct SelectedListener {
    std::string name;
    Listener* listener;  ///< owned by the registry, never null
  };
  std::vector<SelectedListener> listeners;
  gateway::WorkspaceOptions workspace;
  std::vector<std::string> errors;  ///< whole sentences; the rest is complete only if there are none
};

/// Finds everything that the settings name, checks the options of each, and makes the listeners and
/// the reviews of catalogs. `config` decides what else is used: see WorkspaceOptions. [startup]
[[nodiscard]] ServiceSelection select_services(const config::Settings& settings, const config::Config& config,
                                               registry::Registry& registry, Host& host);

}  // namespace workbench::app
