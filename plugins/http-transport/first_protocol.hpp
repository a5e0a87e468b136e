#pragma once

namespace workbench::http::transport {

/// What is tried first with a server.
enum class FirstProtocol {
  streamable_http,  ///< a POST; if that is refused, as a server of HTTP+SSE does, HTTP+SSE
  http_sse,         ///< HTTP+SSE (2024-11-05) alone: the entry of the server says so
};

}  // namespace workbench::http::transport
