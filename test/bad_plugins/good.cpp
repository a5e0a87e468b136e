// The correct plugin that others conflict with: registers one of everything.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("good-transport", parts::no_transport());
  registrar.add_listener("good-listener", {.make = workbench::construct<workbench::Listener, parts::NoListener>});
  registrar.add_tool_filter("good-filter", parts::make_filter);
  registrar.add_meta_tool("good_tool", {.make = workbench::construct<workbench::MetaTool, parts::Echo>});
  registrar.add_middleware("good-middleware", {.make = workbench::construct<workbench::Middleware, parts::PassesOn>});
}
WORKBENCH_PLUGIN("good", "1.2.3", register_plugin);
