#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/settings.hpp"
#include "registry/registry.hpp"
#include "workbench/front_door.hpp"

namespace workbench {

/// What the settings choose among what the plugins registered.
struct Wiring {
  struct Door {
    std::string name;
    FrontDoor* door;  ///< the registry's, never null
    Options options;
  };
  std::vector<Door> front_doors;
  std::vector<std::string> meta_tools;  ///< in the order in which clients see them; empty: those offered by default
  bool mends_definitions = true;
  bool strict_input = false;
  std::string request_state_key;        ///< see Settings
  std::vector<std::string> complaints;  ///< whole sentences; the rest counts only if there are none
};

/// Finds everything that the settings name, and tells all that is not there at once. [startup]
[[nodiscard]] Wiring wire(const Settings& settings, const Registry& registry);

}  // namespace workbench
