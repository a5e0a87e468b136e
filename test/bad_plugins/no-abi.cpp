// A descriptor made by hand, without the ABI symbol.
#include "parts.hpp"

static void register_plugin(workbench::Registrar&) {}
extern "C" WORKBENCH_EXPORT const workbench::PluginDescriptor workbench_plugin;
extern "C" const workbench::PluginDescriptor workbench_plugin = {
    workbench::PluginDescriptor::kMagic, sizeof(workbench::PluginDescriptor), "no-abi", "1.0.0", register_plugin};
