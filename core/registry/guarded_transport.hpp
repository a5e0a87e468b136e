#pragma once

#include <memory>

#include <workbench/transport.hpp>

#include "registry/plugin_failure.hpp"

namespace workbench::registry {

/// `transport` with its connections, guarded. Asks it for its options, the only call that may throw here. [startup]
[[nodiscard]] std::unique_ptr<Transport> make_guarded_transport(PluginObject object,
                                                                std::unique_ptr<Transport> transport);

}  // namespace workbench::registry
