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

/// Errors of the names and options of plugins' objects in `changed` that differ from `running`, in
/// whole sentences: they have effect at the next start, which they would prevent. Makes nothing. A name that only a
/// plugin could provide which is not loaded yet is not checked. [loop thread]
[[nodiscard]] std::vector<std::string> check_changed_services(const config::Settings& running,
                                                              const config::Settings& changed,
                                                              const registry::Registry& registry, Host& host);

/// Whether the listener `http` serves the console.
[[nodiscard]] bool serves_console(const config::Settings& settings);

}  // namespace workbench::app
