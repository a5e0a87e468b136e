#pragma once

#include <curl/curl.h>

#include <string>
#include <string_view>

#include "http/http_exchange.hpp"

namespace workbench::http::transport {

/// The head of the final response that `transfer` has received whole. `reason`: of its status line. All headers are in
/// it if `wants_headers`, or if the status is 401 or 403: the response may say how to log in.
[[nodiscard]] ResponseHead received_head(CURL* transfer, const std::string& reason, bool wants_headers);

/// The value of `Content-Encoding` of the final response; empty: it has none.
[[nodiscard]] std::string received_content_coding(CURL* transfer);

/// Whether a header line is a `Content-Encoding` that names something, but nothing that compresses: some servers write
/// a charset there, and mean a body that is not encoded.
[[nodiscard]] bool names_no_compression(std::string_view header_line);

/// Whether a header line is a `Content-Encoding` that names what compresses.
[[nodiscard]] bool names_compression(std::string_view header_line);

/// The HTTP status of the last response that `transfer` has received, also of an informational one (1xx).
[[nodiscard]] unsigned received_status(CURL* transfer);

}  // namespace workbench::http::transport
