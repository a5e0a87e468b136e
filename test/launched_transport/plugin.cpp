// A plugin with the transport `launched`, whose servers are started by the extension ProcessLauncher.

#include <memory>

#include <workbench/plugin.hpp>
#include <workbench/process_launcher.hpp>

#include "process_transport.hpp"

namespace {

using namespace workbench;

Result<std::unique_ptr<Transport>> make_transport(Host& host) {
  auto* const launcher = host.extension<ProcessLauncher>();
  if (launcher == nullptr) {
    return Error{ErrorKind::unavailable, "nobody provides the process launcher; load the plugin stdio-transport"};
  }
  return std::unique_ptr<Transport>(std::make_unique<test::ProcessTransport>(host, *launcher));
}

void register_plugin(Registrar& registrar) {
  registrar.add_transport("launched", {.server_options = {{"command", OptionType::text, true, "The program."},
                                                          {"args", OptionType::text_list, false, "Its arguments."},
                                                          {"env", OptionType::text_map, false, "Its variables."},
                                                          {"rlimits", OptionType::number_map, false, "Its limits."},
                                                          {"loginShell", OptionType::text, false, "For its PATH."}},
                                       .make = make_transport});
}

}  // namespace

WORKBENCH_PLUGIN("launched-transport", "0.1.0", register_plugin);
