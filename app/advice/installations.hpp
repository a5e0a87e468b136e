#pragma once

#include <string>
#include <string_view>

namespace workbench::app {

/// How the program of this name is usually installed on Debian; empty: not known.
[[nodiscard]] std::string install_command(std::string_view program);

}  // namespace workbench::app
