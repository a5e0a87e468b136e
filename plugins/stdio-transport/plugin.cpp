#include <memory>

#include <workbench/plugin.hpp>

#include "listener/stdio_listener.hpp"
#include "transport/stdio_transport.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench::stdio;
  registrar.add_transport("stdio", std::make_unique<StdioTransport>(find_launcher()));
  registrar.add_listener("stdio", std::make_unique<StdioListener>());
}

}  // namespace

WORKBENCH_PLUGIN("stdio-transport", "0.1.0", register_plugin);
