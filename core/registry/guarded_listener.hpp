#pragma once

#include <memory>

#include <workbench/listener.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// `front_door` with the connections that it accepts, guarded. Asks it for its options, the only call that may
/// throw here. [startup]
[[nodiscard]] std::unique_ptr<FrontDoor> make_guarded_front_door(Origin origin, std::unique_ptr<FrontDoor> front_door);

}  // namespace workbench::registry
