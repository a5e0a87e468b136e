#pragma once

#include <string>

#include <workbench/json.hpp>
#include <workbench/message.hpp>

// What a session reads of the messages that the host sends to its client.

namespace workbench::http {

/// The text of a notification that says only that something has changed; empty for any other message. See
/// EventLog::add().
[[nodiscard]] std::string change_in(const JsonAccess& json, const Message& message);

/// The id and the method of a request, as far as `message` is one; a notification has no id.
struct HostRequest {
  Json id;
  std::string method;
};
[[nodiscard]] HostRequest request_in(const JsonAccess& json, const Message& message);

}  // namespace workbench::http
