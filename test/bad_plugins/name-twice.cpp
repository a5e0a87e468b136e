#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_tool_filter("again", parts::make_filter);
  registrar.add_tool_filter("again", parts::make_filter);
}
WORKBENCH_PLUGIN("name-twice", "1.0.0", register_plugin);
