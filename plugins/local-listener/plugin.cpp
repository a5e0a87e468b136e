#include <workbench/plugin.hpp>

#include "local_listener.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_listener("local", {.options = local::describe_options(),
                                   .check = [](const Options& options, Host&) { return local::check_options(options); },
                                   .make = construct<Listener, local::LocalListener>});
}

}  // namespace

WORKBENCH_PLUGIN("local-listener", "0.1.0", register_plugin);
