#pragma once

#include <cstdint>

#include <workbench/abi.hpp>
#include <workbench/registrar.hpp>

namespace workbench {

/// What the host finds in a plugin, as the exported object `workbench_plugin`. Made by WORKBENCH_PLUGIN alone.
struct PluginDescriptor {
  static constexpr std::uint32_t kMagic = 0x4D435057;  // "WPCM"

  std::uint32_t magic;
  std::uint32_t size;  ///< sizeof(PluginDescriptor)
  const char* name;    ///< as it is listed; unique among the loaded plugins
  const char* version;
  void (*register_plugin)(Registrar& registrar);
};

}  // namespace workbench

#define WORKBENCH_EXPORT __attribute__((visibility("default")))

/// Makes a shared object a plugin. Once in each, at namespace scope:
///
///   void register_plugin(workbench::Registrar& registrar) {
///     registrar.add_transport("smoke-signals", {.make = construct_transport<SmokeSignals>});
///   }
///   WORKBENCH_PLUGIN("smoke-signals", "1.0.0", register_plugin);
///
/// `register_plugin` is called once, at start-up, on the main thread; what it throws refuses the plugin. It must not do
/// more than register: the same happens for `--list-plugins` and `--check`. A plugin is never unloaded.
#define WORKBENCH_PLUGIN(name, version, register_function)                          \
  extern "C" WORKBENCH_EXPORT const char WORKBENCH_ABI_SYMBOL;                      \
  extern "C" const char WORKBENCH_ABI_SYMBOL = 0;                                   \
  extern "C" WORKBENCH_EXPORT const ::workbench::PluginDescriptor workbench_plugin; \
  extern "C" const ::workbench::PluginDescriptor workbench_plugin = {               \
      ::workbench::PluginDescriptor::kMagic, sizeof(::workbench::PluginDescriptor), name, version, register_function}
