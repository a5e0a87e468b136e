// Its meta-tool's definition has another name than the one it registered.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_meta_tool("shout", {.make = workbench::construct<workbench::MetaTool, parts::Echo>});
}
WORKBENCH_PLUGIN("calls-itself-otherwise", "1.0.0", register_plugin);
