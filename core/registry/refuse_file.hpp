#pragma once

#include <filesystem>
#include <string_view>

namespace workbench::registry {

/// Throws PluginRefused: "plugin file 'FILE' WHAT; REMEDY".
[[noreturn]] void refuse_file(const std::filesystem::path& file, std::string_view what, std::string_view remedy);

}  // namespace workbench::registry
