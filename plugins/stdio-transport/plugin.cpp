#include <dlfcn.h>

#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <workbench/plugin.hpp>

#include "listener/stdio_listener.hpp"
#include "transport/stdio_transport.hpp"

namespace {

/// The launcher is installed one folder above this plugin.
std::string find_launcher() {
  static const char inside_this_plugin = 0;
  Dl_info plugin{};
  if (::dladdr(&inside_this_plugin, &plugin) == 0) throw std::runtime_error("cannot tell from where it was loaded");
  const std::filesystem::path file = std::filesystem::canonical(plugin.dli_fname);
  return file.parent_path().parent_path() / "launcher";
}

void register_plugin(workbench::Registrar& registrar) {
  registrar.add_transport("stdio", std::make_unique<workbench::stdio::StdioTransport>(find_launcher()));
  registrar.add_listener("stdio", std::make_unique<workbench::stdio::StdioListener>());
}

}  // namespace

WORKBENCH_PLUGIN("stdio-transport", "0.1.0", register_plugin);
