#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("use.tool", {.make = workbench::construct<workbench::MetaTool, parts::Echo>});
}
WORKBENCH_PLUGIN("malformed-meta-tool", "1.0.0", register_plugin);
