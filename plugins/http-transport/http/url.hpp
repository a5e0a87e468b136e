#pragma once

#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::http::transport {

/// The parts of an absolute http or https URL.
struct Url {
  bool is_secure = false;
  std::string host;    ///< lower case; an IPv6 address without its brackets
  std::string port;    ///< in digits; the default of the scheme if the URL has none
  std::string target;  ///< path and query as written; at least "/"

  /// "https://host", with the port if it is not the scheme's default. Logs and errors show this part only, because
  /// paths and queries may contain keys.
  [[nodiscard]] std::string origin() const;
  /// The value of the Host header.
  [[nodiscard]] std::string authority() const;
};

/// invalid_argument: it is not an http or https URL; the message shows no part of it.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

/// The URL of `reference`, which is absolute or relative to `base`.
[[nodiscard]] Result<Url> resolve(const Url& base, std::string_view reference);

[[nodiscard]] bool have_same_origin(const Url& one, const Url& other);

}  // namespace workbench::http::transport
