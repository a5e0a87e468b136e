#pragma once

#include <optional>
#include <string>

#include <workbench/result.hpp>

#include "http/url.hpp"

namespace workbench::http::transport {

/// The proxy by which a server is reached.
struct Proxy {
  std::string url;              ///< may contain a password: never logged or shown; empty: none
  std::string shown;            ///< its scheme, host and port
  std::string source;           ///< where it is configured, for messages
  bool obeys_no_proxy = false;  ///< the server is reached directly if NO_PROXY names it
  bool is_configured = false;   ///< the entry of the server names it, or that there is none

  [[nodiscard]] bool uses_tls() const { return shown.starts_with("https:"); }
};

/// Reads the option "proxy". invalid_argument: it cannot be used; the message contains no part of it.
[[nodiscard]] Result<Proxy> parse_proxy(const std::string& text);

/// The proxy that the environment names for a server: HTTP_PROXY or HTTPS_PROXY by the scheme of its URL, else
/// ALL_PROXY, in lower case first. A server on this machine has none. invalid_argument: the variable is no URL; the
/// message names it.
[[nodiscard]] Result<Proxy> proxy_of_environment(const Url& server);

}  // namespace workbench::http::transport
