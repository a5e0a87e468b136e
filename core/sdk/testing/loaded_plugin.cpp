#include <workbench/testing/loaded_plugin.hpp>

#include <dlfcn.h>

#include <workbench/plugin.hpp>

#define WORKBENCH_TEXT_OF_(symbol) #symbol
#define WORKBENCH_TEXT_OF(symbol) WORKBENCH_TEXT_OF_(symbol)

namespace workbench::test {

LoadedPlugin::LoadedPlugin(const std::filesystem::path& file) {
  void* const plugin = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);  // never unloaded, as in the workbench
  if (plugin == nullptr) throw std::runtime_error(::dlerror());
  const void* const descriptor = ::dlsym(plugin, "workbench_plugin");
  if (descriptor == nullptr || ::dlsym(plugin, WORKBENCH_TEXT_OF(WORKBENCH_ABI_SYMBOL)) == nullptr) {
    throw std::runtime_error(file.native() + " is not a plugin for this version of the interfaces; build it again");
  }
  static_cast<const PluginDescriptor*>(descriptor)->register_plugin(*this);
}

}  // namespace workbench::test
