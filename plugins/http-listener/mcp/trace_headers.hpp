#pragma once

#include <workbench/checked_message.hpp>
#include <workbench/host.hpp>

#include "http-shared/headers.hpp"

namespace workbench::http {

/// A request with the headers `traceparent`, `tracestate` and `baggage` of its POST in `params._meta`, for a client
/// that traces HTTP but not MCP. Unchanged if nothing is traced, if the headers have no `traceparent`, or `_meta` has
/// one: the semantic conventions for MCP "use context extracted from MCP params._meta as a parent". [loop thread]
[[nodiscard]] CheckedMessage with_trace_headers(CheckedMessage message, const Headers& headers, Host& host);

}  // namespace workbench::http
