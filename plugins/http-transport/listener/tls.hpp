#pragma once

#include <boost/asio/ssl/context.hpp>
#include <optional>
#include <string>

#include <workbench/result.hpp>

namespace workbench::http {

/// What the listener needs for TLS 1.2 and 1.3, from two PEM files; none if both names are empty.
/// invalid_argument: a file is not what it should be, or the two do not belong together.
[[nodiscard]] Result<std::optional<boost::asio::ssl::context>> tls_context(const std::string& certificate,
                                                                           const std::string& key);

}  // namespace workbench::http
