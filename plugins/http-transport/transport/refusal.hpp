#pragma once

#include <string>
#include <string_view>

#include "transport/http_client.hpp"

namespace workbench::http::remote {

// What a person is told when a server answers with something that is no MCP message.

/// Of an answer that is no success, or no message: its status in words, what to do, and how its body begins.
[[nodiscard]] std::string describe_refusal(const std::string& origin, const ResponseHead& head, std::string_view body);

/// "HTTP 502 Bad Gateway"
[[nodiscard]] std::string status_of(const ResponseHead& head);

}  // namespace workbench::http::remote
