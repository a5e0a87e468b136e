#pragma once

#include <curl/curl.h>

#include <string>
#include <string_view>

#include "http/proxy.hpp"

namespace workbench::http::transport {

/// Why a transfer of libcurl has failed, for a person, as the end of a sentence about the server. `text` is what
/// libcurl has written into the transfer's error buffer. No password appears in it.
[[nodiscard]] std::string describe_failure(CURL* transfer, CURLcode result, std::string_view text, const Proxy& proxy);

/// Whether the server has ended the connection because of our certificate, or because there is none. With TLS 1.3 that
/// is noticed after the request was sent, which the server has not received then.
[[nodiscard]] bool is_certificate_refusal(std::string_view text);

}  // namespace workbench::http::transport
