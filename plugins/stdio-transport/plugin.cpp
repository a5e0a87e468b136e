#include <memory>

#include <workbench/plugin.hpp>
#include <workbench/process_launcher.hpp>

#include "listener/stdio_listener.hpp"
#include "process/server_launcher.hpp"
#include "process/server_limits.hpp"
#include "transport/server_options.hpp"
#include "transport/stdio_transport.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  stdio::remember_descriptor_limit();
  // Opened now, because the first server may be started after an upgrade has replaced it.
  const stdio::LauncherFile launcher(stdio::find_launcher());
  registrar.add_transport("stdio",
                          {.server_options = stdio::describe_server_options(),
                           .check = [](const Options& options, Host&) { return stdio::check_server_options(options); },
                           .make = [launcher](Host& host) -> Result<std::unique_ptr<Transport>> {
                             return std::unique_ptr<Transport>(std::make_unique<stdio::StdioTransport>(host, launcher));
                           }});
  registrar.provide<ProcessLauncher>(
      [launcher](Host& host) { return std::make_shared<stdio::ServerLauncher>(host, launcher); });
  registrar.add_listener("stdio", {.make = construct<Listener, stdio::StdioListener>});
}

}  // namespace

WORKBENCH_PLUGIN("stdio-transport", "0.1.0", register_plugin);
