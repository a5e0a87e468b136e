#pragma once

#include <string>
#include <string_view>

namespace workbench::client_files {

/// The difference of two texts as a unified diff; empty if they are equal. `name`: the file's, for the head.
/// `is_new`: the file does not exist yet.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after, const std::string& name,
                                       bool is_new = false);

}  // namespace workbench::client_files
