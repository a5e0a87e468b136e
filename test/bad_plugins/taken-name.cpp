// Registers something of its own and then a name that plugin `good` has.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("of-its-own", parts::no_transport());
  registrar.add_transport("good-transport", parts::no_transport());
}
WORKBENCH_PLUGIN("taken-name", "1.0.0", register_plugin);
