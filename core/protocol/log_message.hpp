#pragma once

#include <workbench/json.hpp>

namespace workbench::protocol {

/// The params of a server's `notifications/message` as the schema has them (LoggingMessageNotificationParams), for
/// clients that refuse anything else. The same value if they are valid. Otherwise:
/// - a level in capital letters, or by another usual name ("WARN", "fatal"), is the level that it means, and any other
///   one is "info";
/// - the text in `message` is the data if there is none;
/// - `logger` and `_meta` of a wrong type are left out.
/// Absent: there is nothing to log.
[[nodiscard]] Json valid_log_message(const Json& params);

}  // namespace workbench::protocol
