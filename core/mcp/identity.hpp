#pragma once

#include <string>
#include <string_view>

#include "workbench/client_profile.hpp"
#include "workbench/json.hpp"

namespace workbench::mcp {

/// The name under which the workbench presents itself to both sides (Implementation of the specification).
inline constexpr std::string_view kName = "mcp-workbench";
inline constexpr std::string_view kTitle = "MCP Workbench";

/// The version of this build, "0.1.0".
[[nodiscard]] std::string_view version();

/// How a client presents itself: `clientInfo`, an object of type Implementation. What is not there or has another type
/// stays empty; no request is refused for it.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

}  // namespace workbench::mcp
