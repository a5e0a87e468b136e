#pragma once

#include <string>
#include <string_view>

namespace workbench::client_files {

/// What changes from one text to another, as a unified diff; empty if nothing does. `name`: of the file, for the head.
/// `is_new`: there is no file yet.
[[nodiscard]] std::string unified_diff(std::string_view before, std::string_view after, const std::string& name,
                                       bool is_new = false);

}  // namespace workbench::client_files
