#pragma once

#include <string>
#include <string_view>

namespace workbench::protocol {

/// The name under which the workbench presents itself to both sides (Implementation of the specification).
inline constexpr std::string_view kName = "mcp-workbench";
inline constexpr std::string_view kTitle = "MCP Workbench";

/// The version of this build, "0.1.0".
[[nodiscard]] std::string_view version();

}  // namespace workbench::protocol
