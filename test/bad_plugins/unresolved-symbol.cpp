// Uses a function that nothing defines.
#include "parts.hpp"

extern "C" void nobody_defines_this();

static void register_plugin(workbench::Registrar&) {
  nobody_defines_this();
}
WORKBENCH_PLUGIN("unresolved-symbol", "1.0.0", register_plugin);
