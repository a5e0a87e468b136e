#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/http_message.hpp"

// The headers of requests of the console, and its responses. [any thread]

namespace workbench::http {

/// The header with the key of the session.
inline constexpr std::string_view kConsoleKeyHeader = "Workbench-Console";

/// The value of the console's cookie. Absent: there is none. A browser sends the cookies of a host name to all its
/// ports, so the name of the cookie has the port: `workbench-console-8464`.
[[nodiscard]] std::optional<std::string_view> console_cookie(const ReceivedRequest& head);

/// The header Set-Cookie of the response to a request: a cookie with this value; empty: deletes it.
[[nodiscard]] std::string console_set_cookie(const ReceivedRequest& request, std::string_view value);

/// `{"error": TEXT}`; the text, a sentence of ours for the person, needs no escapes of JSON but for quotation marks.
[[nodiscard]] Response console_error(unsigned status, std::string_view text);

}  // namespace workbench::http
