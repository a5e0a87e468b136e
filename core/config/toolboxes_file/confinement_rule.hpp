#pragma once

namespace workbench::config {

/// `sandbox` at the top of the toolboxes file.
enum class ConfinementRule {
  required,  ///< every server that is started is confined
  listed,    ///< the servers with `"sandboxEnabled": true` are
  off,       ///< none is
};

}  // namespace workbench::config
