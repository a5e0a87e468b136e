#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_tool_filter("Read Only", parts::make_filter);
}
WORKBENCH_PLUGIN("malformed-name", "1.0.0", register_plugin);
