#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_listener("", {.make = workbench::construct<workbench::Listener, parts::NoListener>});
}
WORKBENCH_PLUGIN("empty-name", "1.0.0", register_plugin);
