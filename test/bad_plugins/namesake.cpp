// Another file that calls itself `good`.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("namesake", parts::no_transport());
}
WORKBENCH_PLUGIN("good", "1.2.3", register_plugin);
