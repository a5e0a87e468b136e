#pragma once

#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::clients {

/// Checks the params by which a request of this method is routed, and which are rewritten for its server: no server is
/// asked for something that the client has not named. The server judges all other params. Nothing is checked for
/// methods that have none of these params; read_tool_call() reads those of `tools/call`. invalid_argument: one of them
/// is missing or is of another type; the message names it.
[[nodiscard]] Result<void> check_request_params(std::string_view method, const Json& params);

/// Checks a SubscriptionFilter (`notifications` of `subscriptions/listen`): a member of another type does not say that
/// the client wants nothing. invalid_argument: as above.
[[nodiscard]] Result<void> check_subscription_filter(const Json& filter);

}  // namespace workbench::clients
