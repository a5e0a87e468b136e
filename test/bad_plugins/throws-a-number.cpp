#include "parts.hpp"

static void register_plugin(workbench::Registrar&) {
  throw 42;
}
WORKBENCH_PLUGIN("throws-a-number", "1.0.0", register_plugin);
