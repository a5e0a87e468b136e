#pragma once

#include <string>
#include <vector>

#include <workbench/host.hpp>

#include "config/settings/settings.hpp"
#include "registry/registry.hpp"

namespace workbench::app {

/// Errors of the names and options of plugins' objects in `changed` that differ from `running`, in
/// whole sentences: they have effect at the next start, which they would prevent. Makes nothing. A name that only a
/// plugin could provide which is not loaded yet is not checked. [loop thread]
[[nodiscard]] std::vector<std::string> check_changed_services(const config::Settings& running,
                                                              const config::Settings& changed,
                                                              const registry::Registry& registry, Host& host);

}  // namespace workbench::app
