#pragma once

#include <memory>

#include <workbench/listener.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// `listener` with the connections that it accepts, guarded. Asks it for its options, the only call that may
/// throw here. [startup]
[[nodiscard]] std::unique_ptr<Listener> make_guarded_listener(PluginObject object, std::unique_ptr<Listener> listener);

}  // namespace workbench::registry
