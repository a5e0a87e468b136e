#pragma once

#include <curl/curl.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "http/server_address.hpp"

// The options of a transfer of libcurl. Each throws std::runtime_error if libcurl refuses one: it was built without
// something that is needed.

namespace workbench::http::transport {

/// How long an idle connection is kept. Many servers close theirs after 5 s; ours are closed earlier, because if a
/// server closes one while a request is sent, it is not known whether the request was processed.
constexpr std::chrono::milliseconds kMaxIdleTime{4'000};

template <typename Value>
void set_option(CURL* transfer, CURLoption option, Value value) {
  const CURLcode result = ::curl_easy_setopt(transfer, option, value);
  if (result != CURLE_OK) {
    throw std::runtime_error("libcurl refuses option " + std::to_string(option) + ": " + ::curl_easy_strerror(result));
  }
}

/// How the server is reached, the same for all its requests: time limits, proxy and version of TLS. The certificates
/// are those that CURLOPT_SSL_CTX_FUNCTION adds, and nothing that libcurl was built with.
void set_server_options(CURL* transfer, const ServerAddress& address);

}  // namespace workbench::http::transport
