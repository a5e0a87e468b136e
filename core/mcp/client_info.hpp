#pragma once

#include "workbench/client_profile.hpp"
#include "workbench/json.hpp"

namespace workbench::mcp {

/// How a client presents itself: `clientInfo`, an object of type Implementation. What is not there or has another type
/// stays empty; no request is refused for it.
[[nodiscard]] ClientInfo read_client_info(const Json& implementation);

}  // namespace workbench::mcp
