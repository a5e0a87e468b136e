#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("nobody", {});
}

WORKBENCH_PLUGIN("null-object", "1.0.0", register_plugin);
