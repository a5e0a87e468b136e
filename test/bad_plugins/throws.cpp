// Throws half way, when it has registered something already.
#include <stdexcept>

#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("half-done", parts::no_transport());
  throw std::runtime_error("no licence found");
}
WORKBENCH_PLUGIN("throws", "1.0.0", register_plugin);
