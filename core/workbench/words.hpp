#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/error.hpp"

namespace workbench {

/// "a, b, c", or "none"; after `most` names "... and 12 more".
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::size_t most = 20);

/// The text, cut to at most `bytes` at a character's border, with "..." where something was cut off.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t bytes);

/// `Failed to connect to server 'S' in toolbox 'T': reason`, on one line.
[[nodiscard]] std::string connection_failure(const std::string& toolbox, const std::string& server,
                                             const Error& reason);

}  // namespace workbench
