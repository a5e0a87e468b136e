#include "listener/access/origin_policy.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <string>
#include <utility>

namespace workbench::http {
namespace {

using boost::beast::iequals;

/// Headers that must not be repeated: two readers could understand the same request differently.
constexpr std::array<std::string_view, 11> kSingleHeaders{
    "Host",       "Origin",         "Authorization",        "Content-Type", "Content-Length", "Transfer-Encoding",
    "Mcp-Method", "Mcp-Session-Id", "MCP-Protocol-Version", "Mcp-Name",     "Last-Event-ID"};

constexpr std::array<std::string_view, 3> kLoopbackNames{"localhost", "127.0.0.1", "[::1]"};

/// The name or the address of `host[:port]` (RFC 9110, section 7.2). Absent: it is something else, such as
/// `localhost:80@evil.example`, which others read as the name `evil.example`.
std::optional<std::string_view> without_port(std::string_view host) {
  const std::size_t after_literal = host.starts_with('[') ? host.find(']') : 0;
  if (after_literal == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(host.find(':', after_literal), host.size());
  const std::string_view port = host.substr(std::min(end + 1, host.size()));
  if (port.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const std::string_view name = host.substr(0, end);
  if (name.empty() || name.find_first_of("@/?#,\\ ") != std::string_view::npos) return std::nullopt;
  return name;
}

/// Closes the connection as well, because where the next request begins is not certain.
Response closing_response(unsigned status, std::string text) {
  Response response = text_response(status, std::move(text));
  response.headers.add("Connection", "close");
  return response;
}

bool is_among(std::string_view name, const auto& names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) { return iequals(known, name); });
}

}  // namespace

std::optional<Response> OriginPolicy::check_framing(const Request& request) const {
  for (const std::string_view name : kSingleHeaders) {
    if (request.headers.count(name) > 1) {
      return closing_response(400, "The header " + std::string(name) + " occurs more than once.");
    }
  }
  // With another transfer coding, a proxy could find the end of the body at another place than we do.
  const std::string* coding = request.headers.find("Transfer-Encoding");
  if (coding != nullptr && !iequals(*coding, "chunked")) {
    return closing_response(501, "Transfer-Encoding must be chunked.");
  }
  return std::nullopt;
}

std::optional<Response> OriginPolicy::check_host(const Request& request) const {
  const std::string* host = request.headers.find("Host");
  if (host == nullptr || host->empty()) return text_response(400, "The header Host is missing.");
  const auto name = without_port(*host);
  if (!name) return text_response(400, "The header Host is malformed.");
  if (is_allowed_host(*name)) return std::nullopt;
  return text_response(403, "Host not allowed: add it to listener.http.allowedHosts");
}

std::optional<Response> OriginPolicy::check_origin(const Request& request) const {
  const std::string* origin = request.headers.find("Origin");
  const std::string* host = request.headers.find("Host");
  if (origin == nullptr || is_allowed_origin(*origin)) return std::nullopt;
  if (host != nullptr && is_own_origin(*origin, *host)) return std::nullopt;
  return text_response(403, "Origin not allowed: add it to listener.http.allowedOrigins");
}

bool OriginPolicy::is_allowed_host(std::string_view host) const {
  if (is_among(host, settings_.allowed_hosts) || is_among(host, kLoopbackNames)) return true;
  if (!settings_.allowed_hosts.empty()) return false;
  if (settings_.requires_token() || settings_.allows_anonymous) return true;
  return std::any_of(settings_.addresses.begin(), settings_.addresses.end(), [&](const ListenAddress& address) {
    const std::string text = address.kind == ListenAddress::Kind::ip ? address.ip.text() : std::string();
    return iequals(host, text) || iequals(host, "[" + text + "]");
  });
}

bool OriginPolicy::is_allowed_origin(std::string_view origin) const {
  return is_among(origin, settings_.allowed_origins);
}

// A page of https is ours in any case: we have TLS, or a proxy before us has it. A page of http is not if we have TLS,
// because anybody on its way can have written it.
bool OriginPolicy::is_own_origin(std::string_view origin, std::string_view host) const {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (scheme == "http://" && settings_.has_tls()) continue;
    if (origin.starts_with(scheme) && iequals(origin.substr(scheme.size()), host)) return true;
  }
  return false;
}

Headers OriginPolicy::cors_headers(const Request& request) const {
  const std::string* origin = request.headers.find("Origin");
  if (origin == nullptr || !is_allowed_origin(*origin)) return {};
  // All requested headers are allowed, because servers choose the names of Mcp-Param-* headers.
  const std::string* requested = request.headers.find("Access-Control-Request-Headers");
  return {{"Access-Control-Allow-Origin", *origin},
          {"Access-Control-Allow-Methods", "POST, GET, DELETE"},
          {"Access-Control-Allow-Headers", requested == nullptr ? "Authorization, Content-Type" : *requested},
          {"Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"},
          {"Vary", "Origin"}};
}

}  // namespace workbench::http
