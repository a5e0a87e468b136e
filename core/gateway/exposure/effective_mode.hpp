#pragma once

#include <string>
#include <string_view>

#include "config/toolboxes_file/config.hpp"
#include "gateway/toolboxes/known_hosts.hpp"

namespace workbench::gateway {

/// The mode in which a client of this host is served: the configured one, which in automatic mode depends on the host.
/// Never ToolMode::automatic. Everything that depends on the mode of a client asks here.
[[nodiscard]] constexpr config::ToolMode effective_mode(config::ToolMode configured, const HostProfile& host) {
  if (configured != config::ToolMode::automatic) return configured;
  return host.defers_tools.value_or(false) ? config::ToolMode::flat : config::ToolMode::proxy;
}

/// Why, for a person: a clause that follows "because".
[[nodiscard]] std::string reason_for_mode(config::ToolMode configured, const HostProfile& host);

/// The name of the mode in the toolboxes file.
[[nodiscard]] std::string_view name_of(config::ToolMode mode);

}  // namespace workbench::gateway
