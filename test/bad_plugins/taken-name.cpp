// Registers something of its own and then a name that plugin `good` has.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("of-its-own", std::make_unique<parts::NoTransport>());
  registrar.add_transport("good-transport", std::make_unique<parts::NoTransport>());
}
WORKBENCH_PLUGIN("taken-name", "1.0.0", register_plugin);
