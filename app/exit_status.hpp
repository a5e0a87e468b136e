#pragma once

namespace workbench::app {

/// What the program ends with. Documented in README.md.
enum class ExitStatus : int {
  ok = 0,                 ///< done, or ended in order
  bad_configuration = 2,  ///< the properties or the toolboxes file has errors
  bad_plugin = 3,         ///< a plugin is missing or was refused
  no_listener = 4,        ///< no client can come in
  servers_missing = 5,    ///< --check --deep could not reach every server
  usage = 64,             ///< the command line makes no sense
  internal = 70,          ///< a defect
};

}  // namespace workbench::app
