#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("use.tool", std::make_unique<parts::Echo>());
}
WORKBENCH_PLUGIN("malformed-meta-tool", "1.0.0", register_plugin);
