// What the others are held against: registers one of everything.
#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("good-transport", std::make_unique<parts::NoTransport>());
  registrar.add_listener("good-door", std::make_unique<parts::NoListener>());
  registrar.add_tool_filter("good-filter", parts::make_filter);
  registrar.add_meta_tool("good_tool", std::make_unique<parts::Echo>());
}
WORKBENCH_PLUGIN("good", "1.2.3", register_plugin);
