#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http/http_exchange.hpp"
#include "mcp/outgoing_message.hpp"

namespace workbench::http::transport {

// HTTP responses that are not successful, or do not contain a message.

/// As much of the body of such a response as is read.
constexpr std::size_t kMaxRefusalBytes = 64U * 1024;

/// The JSON-RPC error in `body` if it belongs to the request `outgoing`. An error without an id gets the id of the
/// request. The message of a demand for authorization also has the remedy.
[[nodiscard]] std::optional<std::string> find_error_response(const JsonAccess& json, const std::string& origin,
                                                             const ResponseHead& head, const std::string& body,
                                                             const OutgoingMessage& outgoing);

/// The response for a person: its status in words, the remedy, and the beginning of its body.
[[nodiscard]] std::string describe_refusal(const std::string& origin, const ResponseHead& head, std::string_view body);

/// The error of a session that the server no longer knows, as this response reports.
[[nodiscard]] Error session_ended(const std::string& origin, const ResponseHead& head);

/// Like "HTTP 502 Bad Gateway".
[[nodiscard]] std::string status_of(const ResponseHead& head);

}  // namespace workbench::http::transport
