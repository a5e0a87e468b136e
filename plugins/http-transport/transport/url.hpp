#pragma once

#include <string>
#include <string_view>

#include <workbench/result.hpp>

namespace workbench::http::remote {

/// An absolute http or https URL, taken apart.
struct Url {
  bool is_secure = false;
  std::string host;    ///< lower case; an IPv6 address without its brackets
  std::string port;    ///< in digits, the scheme's own if the URL names none
  std::string target;  ///< path and query as they were written, "/" at least

  /// "https://host", with the port if it is not the scheme's own: all of a URL that a log or an error may show, because
  /// paths and queries hold keys.
  [[nodiscard]] std::string origin() const;
  /// The value of the Host header.
  [[nodiscard]] std::string authority() const;
};

/// invalid_argument: it is none that can be asked; the message shows nothing of it.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

/// What `reference`, from an answer of `base`, points to: an absolute URL, or one relative to `base`.
[[nodiscard]] Result<Url> resolve(const Url& base, std::string_view reference);

[[nodiscard]] bool have_same_origin(const Url& one, const Url& other);

}  // namespace workbench::http::remote
