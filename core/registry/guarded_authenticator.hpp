#pragma once

#include <memory>

#include <workbench/authenticator.hpp>

#include "registry/plugin_host.hpp"

namespace workbench::registry {

/// The authenticator behind a guard: an exception refuses the request, as unavailable, so that a failing plugin lets
/// no client in. Its answers are checked: a second answer, and a principal without a name, are logged and refused.
[[nodiscard]] std::unique_ptr<Authenticator> make_guarded_authenticator(PluginObject object, PluginHost& host,
                                                                        std::unique_ptr<Authenticator> authenticator);

}  // namespace workbench::registry
