#include "parts.hpp"

static void register_plugin(workbench::Registrar&) {}
WORKBENCH_PLUGIN("empty-version", "", register_plugin);
