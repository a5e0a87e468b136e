#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_listener("", std::make_unique<parts::NoListener>());
}
WORKBENCH_PLUGIN("empty-name", "1.0.0", register_plugin);
