#pragma once

#include <filesystem>
#include <string_view>

namespace meta_tools {

/// Makes the folder and those above it that are missing, for this user alone, whatever the umask. Best effort: what
/// could not be made shows when a file in it is written.
void make_private_folders(const std::filesystem::path& folder);

/// Replaces the file by one with this text, for this user alone at every moment. False: the file is as it was, and
/// nothing is left beside it; errno has the reason.
[[nodiscard]] bool replace_private_file(const std::filesystem::path& file, std::string_view text);

}  // namespace meta_tools
