#pragma once

#include <filesystem>

#include <workbench/plugin.hpp>

namespace workbench::registry {

/// Loads a plugin that has been inspected, for ever: its static constructors run here. Throws PluginRefused if the
/// dynamic linker will not have it or its descriptor makes no sense. [startup]
[[nodiscard]] const PluginDescriptor& load_plugin(const std::filesystem::path& file);

}  // namespace workbench::registry
