// Describes options that the host cannot distinguish, as the environment variable UNSOUND_OPTION chooses.

#include <cstdlib>
#include <string>

#include "parts.hpp"

static void register_plugin(workbench::Registrar& registrar) {
  const std::string name = std::getenv("UNSOUND_OPTION");
  workbench::TransportFactory factory = parts::no_transport();
  factory.server_options = {{"path", workbench::OptionType::text, false, "Unused."},
                            {name, workbench::OptionType::text, false, "Unused."}};
  registrar.add_transport("unsound", std::move(factory));
}

WORKBENCH_PLUGIN("unsound-options", "1.0.0", register_plugin);
