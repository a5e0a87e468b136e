#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_front_door("", std::make_unique<parts::NoFrontDoor>());
}
WORKBENCH_PLUGIN("empty-name", "1.0.0", register_plugin);
