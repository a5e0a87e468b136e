#include "parts.hpp"

static void register_plugin(workbench::Registrar&) {}
WORKBENCH_PLUGIN(nullptr, "1.0.0", register_plugin);
