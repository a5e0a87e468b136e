#pragma once

#include "greeter.hpp"
#include "registry/factory_guard.hpp"

namespace workbench::registry {

/// A greeter that throws greets with the failure instead.
[[nodiscard]] Factory<Greeter> guard_factory(PluginObject object, PluginHost& host, Factory<Greeter> factory);

[[nodiscard]] Factory<Recorder> guard_factory(PluginObject object, PluginHost& host, Factory<Recorder> factory);

}  // namespace workbench::registry
