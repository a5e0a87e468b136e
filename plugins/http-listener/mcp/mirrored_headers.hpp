#pragma once

#include <optional>
#include <string>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

#include "http-shared/headers.hpp"
#include "mcp/message_head.hpp"

namespace workbench::http {

// A modern POST mirrors parts of its body in headers, for proxies that do not read bodies
// ("basic/transports/streamable-http"). A mismatch is refused with HeaderMismatch (-32020).

/// Compares `MCP-Protocol-Version`, `Mcp-Method` and `Mcp-Name` with the body's head. The first mismatch as a sentence;
/// absent: they match.
[[nodiscard]] std::optional<std::string> find_header_mismatch(const Headers& headers, const MessageHead& head);

/// Compares the `Mcp-Param-*` headers with those `arguments` (absent: none) that the tool's `definition` marks with
/// `x-mcp-header` (Custom Headers from Tool Parameters). [any thread]
/// invalid_argument: a header is missing, malformed or different.
[[nodiscard]] Result<void> check_parameter_headers(const Headers& headers, const Json& definition,
                                                   const Json& arguments, const JsonAccess& json);

}  // namespace workbench::http
