#include <memory>

#include <workbench/plugin.hpp>
#include <workbench/process_launcher.hpp>

#include "containers/image_entry.hpp"
#include "containers/run_command.hpp"
#include "listener/stdio_listener.hpp"
#include "process/server_launcher.hpp"
#include "process/server_limits.hpp"
#include "transport/server_options.hpp"
#include "transport/stdio_transport.hpp"

namespace {

/// A workbench that serves removes the containers that earlier ones have left in the engines of its entries, whether
/// the servers are used or not. Without a running loop, as for `--check`, nothing happens.
void sweep_soon(const workbench::ProcessCommand& command, workbench::Host& host) {
  if (!workbench::stdio::read_run_command(command)) return;
  host.loop().post([command, &host] {
    auto* const launcher = host.extension<workbench::ProcessLauncher>();
    if (launcher != nullptr) static_cast<workbench::stdio::ServerLauncher*>(launcher)->sweep(command);
  });
}

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  stdio::remember_descriptor_limit();
  // Opened now, because the first server may be started after an upgrade has replaced it.
  const stdio::LauncherFile launcher(stdio::find_launcher());
  registrar.add_transport("stdio",
                          {.server_options = stdio::describe_server_options(),
                           .check =
                               [](const Options& options, Host& host) {
                                 sweep_soon(stdio::read_server_options(options), host);
                                 return stdio::check_server_options(options);
                               },
                           .make = [launcher](Host& host) -> Result<std::unique_ptr<Transport>> {
                             return std::unique_ptr<Transport>(std::make_unique<stdio::StdioTransport>(host, launcher));
                           }});
  registrar.add_transport(
      "container", {.server_options = stdio::describe_image_options(),
                    .check =
                        [](const Options& options, Host& host) {
                          const stdio::ImageEntry entry = stdio::read_image_options(options);
                          sweep_soon(stdio::image_command(entry, stdio::engine_facts()), host);
                          return stdio::check_image_options(options);
                        },
                    .make = [launcher](Host& host) -> Result<std::unique_ptr<Transport>> {
                      return std::unique_ptr<Transport>(std::make_unique<stdio::ContainerTransport>(host, launcher));
                    }});
  registrar.provide<ProcessLauncher>(
      [launcher](Host& host) { return std::make_shared<stdio::ServerLauncher>(host, launcher); });
  registrar.add_listener("stdio", {.make = construct<Listener, stdio::StdioListener>});
}

}  // namespace

WORKBENCH_PLUGIN("stdio-transport", "0.1.0", register_plugin);
