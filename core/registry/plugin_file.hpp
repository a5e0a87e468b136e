#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include <workbench/plugin.hpp>

// The file of a plugin, on its way to a loaded plugin. [startup]

namespace workbench::registry {

/// The absolute path of the plugin `name`: of the first NAME.so in the folders of `path`, or of the file itself if the
/// name has a slash. Throws PluginRefused if there is none, naming every place that was searched.
[[nodiscard]] std::filesystem::path find_plugin(std::string_view name, const std::vector<std::filesystem::path>& path);

/// Throws PluginRefused if others than root and the user of this process can change the file, or a folder or link on
/// the way to it: its code would run with all that the process may do.
void require_own_file(const std::filesystem::path& file);

/// Looks at a plugin as a file, so that no code of an unfit one runs (its static constructors would): a readable ELF
/// file that exports `workbench_plugin` and was built for this workbench's ABI. Throws PluginRefused.
void inspect_plugin(const std::filesystem::path& file);

/// Loads a plugin that has been inspected, forever: its static constructors run here. Throws PluginRefused if the
/// dynamic linker refuses it or its descriptor makes no sense.
[[nodiscard]] const PluginDescriptor& load_plugin(const std::filesystem::path& file);

/// Throws PluginRefused: "plugin file 'FILE' WHAT; REMEDY".
[[noreturn]] void refuse_file(const std::filesystem::path& file, std::string_view what, std::string_view remedy);

}  // namespace workbench::registry
