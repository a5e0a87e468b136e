#include "parts.hpp"

static void register_plugin(workbench::Registrar&) {}
WORKBENCH_PLUGIN("registers-nothing", "1.0.0", register_plugin);
