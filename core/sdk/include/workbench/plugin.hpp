#pragma once

#include <cstdint>

#include <workbench/abi.hpp>
#include <workbench/registrar.hpp>

namespace workbench {

/// The exported object `workbench_plugin` of a plugin. Made by WORKBENCH_PLUGIN.
struct PluginDescriptor {
  static constexpr std::uint32_t kMagic = 0x4D435057;  // "WPCM"

  std::uint32_t magic;
  std::uint32_t size;  ///< sizeof(PluginDescriptor)
  const char* name;    ///< as `--list-plugins` shows it; unique among the loaded plugins
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
/// `register_plugin` is called once, at start-up, on the main thread; if it throws, the plugin is refused. It only
/// registers, because it is also called for `--list-plugins` and `--check`. A plugin is never unloaded.
#define WORKBENCH_PLUGIN(name, version, register_function)                          \
  extern "C" WORKBENCH_EXPORT const char WORKBENCH_ABI_SYMBOL;                      \
  extern "C" const char WORKBENCH_ABI_SYMBOL = 0;                                   \
  extern "C" WORKBENCH_EXPORT const ::workbench::PluginDescriptor workbench_plugin; \
  extern "C" const ::workbench::PluginDescriptor workbench_plugin = {               \
      ::workbench::PluginDescriptor::kMagic, sizeof(::workbench::PluginDescriptor), name, version, register_function}
