#pragma once

#include <filesystem>

namespace workbench::registry {

/// Looks at a plugin as a file, so that no code of an unfit one runs (its static constructors would): a readable ELF
/// file that exports `workbench_plugin` and was built for this workbench's ABI. Throws PluginRefused. [startup]
void inspect_plugin(const std::filesystem::path& file);

}  // namespace workbench::registry
