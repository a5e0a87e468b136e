#pragma once

#include <optional>
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

/// The URL that a server at `base` names by `reference` (a redirect, an endpoint), if that is within the origin of
/// `base`, which is the origin of the result; absent: it is elsewhere, or no URL. A server behind a proxy that ends TLS
/// writes `http` for its own `https`: then the scheme and the port of `base` stay, so that nothing is sent in clear.
[[nodiscard]] std::optional<Url> resolve_within_origin(const Url& base, std::string_view reference);

/// Whether two targets are the same but for a slash at the end of one of the paths.
[[nodiscard]] bool differ_in_last_slash(std::string_view one, std::string_view other);

}  // namespace workbench::http::transport
