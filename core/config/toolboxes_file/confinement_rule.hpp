#pragma once

#include <string_view>

namespace workbench::config {

/// The option of a transport that confines a server.
inline constexpr std::string_view kIsConfined = "sandboxEnabled";

/// `sandbox` at the top of the toolboxes file.
enum class ConfinementRule {
  required,  ///< every server that is started is confined
  listed,    ///< the servers with `"sandboxEnabled": true` are
  off,       ///< none is
};

}  // namespace workbench::config
