#include "access/origin_policy.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <string>
#include <utility>

#include "network/ip_address.hpp"

namespace workbench::http {
namespace {

using boost::beast::iequals;

constexpr const char* kHostNotAllowed = "Host not allowed: add it to listener.http.allowedHosts";

/// Headers that must not be repeated: two readers could understand the same request differently.
constexpr std::array<std::string_view, 14> kSingleHeaders{"Host",           "Origin",
                                                          "Authorization",  "Content-Type",
                                                          "Content-Length", "Transfer-Encoding",
                                                          "Cookie",         "Workbench-Console",
                                                          "Sec-Fetch-Site", "Mcp-Method",
                                                          "Mcp-Session-Id", "MCP-Protocol-Version",
                                                          "Mcp-Name",       "Last-Event-ID"};

/// The name or the address of `host[:port]` (RFC 9110, section 7.2). Absent: it is something else, such as
/// `localhost:80@evil.example`, which others read as the name `evil.example`.
std::optional<std::string_view> without_port(std::string_view host) {
  const std::size_t literal = host.starts_with('[') ? host.find(']') : 0;
  if (literal == std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(literal == 0 ? host.find(':') : literal + 1, host.size());
  const std::string_view name = host.substr(0, end);
  std::string_view port = host.substr(end);
  if (!port.empty() && port.front() != ':') return std::nullopt;
  port.remove_prefix(std::min<std::size_t>(port.size(), 1));
  if (port.size() > 5 || port.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  if (name.empty() || name == "." || name.find_first_of("@/?#,\\ \t") != std::string_view::npos) return std::nullopt;
  return name;
}

/// The address that a host name is: of `127.0.0.1` and `[::1]`.
std::optional<IpAddress> literal_of(std::string_view name) {
  if (!name.starts_with('[')) return name.find(':') == std::string_view::npos ? IpAddress::parse(name) : std::nullopt;
  return IpAddress::parse(name.substr(1, name.size() - 2));
}

/// Whether both are the same name; one may have the dot at its end that makes it absolute.
bool are_equal_hosts(std::string_view one, std::string_view other) {
  if (one.ends_with('.')) one.remove_suffix(1);
  if (other.ends_with('.')) other.remove_suffix(1);
  return iequals(one, other);
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

std::optional<Response> OriginPolicy::check_framing(const ReceivedRequest& request) const {
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

std::optional<Response> OriginPolicy::check_host(const ReceivedRequest& request) const {
  const std::string* host = request.headers.find("Host");
  if (host == nullptr || host->empty()) return text_response(400, "The header Host is missing.");
  const auto name = without_port(*host);
  if (!name) return text_response(400, "The header Host is malformed.");
  if (settings_.allows_any_host(request.source->is_local)) return std::nullopt;
  const std::string& replaced = request.source->replaced_host;
  const bool counts = !replaced.empty() && request.source->is_local && !settings_.always_needs_token() &&
                      request.path() != settings_.path;
  const bool is_proxy_allowed = !counts || is_allowed_host(without_port(replaced).value_or(""));
  if (is_proxy_allowed && is_allowed_host(*name)) return std::nullopt;
  return text_response(403, kHostNotAllowed);
}

std::optional<Response> OriginPolicy::check_host_without_token(const ReceivedRequest& request) const {
  if (!request.source->is_local || settings_.allows_every_host()) return std::nullopt;
  const std::string* host = request.headers.find("Host");
  if (host != nullptr && is_allowed_host(without_port(*host).value_or(""))) return std::nullopt;
  return text_response(403, kHostNotAllowed);
}

std::optional<Response> OriginPolicy::check_origin(const ReceivedRequest& request) const {
  const std::string* origin = request.headers.find("Origin");
  if (origin == nullptr || is_allowed_origin(*origin) || is_of_own_page(request)) return std::nullopt;
  return text_response(403, "Origin not allowed: add it to listener.http.allowedOrigins");
}

bool OriginPolicy::is_of_own_page(const ReceivedRequest& request) const {
  const std::string* origin = request.headers.find("Origin");
  const std::string* host = request.headers.find("Host");
  return origin != nullptr && host != nullptr && is_own_origin(*origin, *host);
}

// No name leads to an address literal, so that no page of a foreign name can have one.
bool OriginPolicy::is_allowed_host(std::string_view name) const {
  const auto literal = literal_of(name);
  if (literal ? literal->is_loopback() : are_equal_hosts(name, "localhost")) return true;
  if (std::any_of(settings_.allowed_hosts.begin(), settings_.allowed_hosts.end(),
                  [&](const std::string& allowed) { return are_equal_hosts(name, allowed); })) {
    return true;
  }
  return literal && settings_.allowed_hosts.empty() &&
         std::any_of(settings_.addresses.begin(), settings_.addresses.end(), [&](const ListenAddress& address) {
           return address.kind == ListenAddress::Kind::ip && address.ip == *literal;
         });
}

bool OriginPolicy::is_allowed_origin(std::string_view origin) const {
  return is_among(origin, settings_.allowed_origins);
}

// A page of https is ours in any case: we have TLS, or a proxy before us has it. A page of http is not if we have TLS,
// because any party on its way can have written it.
bool OriginPolicy::is_own_origin(std::string_view origin, std::string_view host) const {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (scheme == "http://" && settings_.has_tls()) continue;
    if (origin.starts_with(scheme) && iequals(origin.substr(scheme.size()), host)) return true;
  }
  return false;
}

Headers OriginPolicy::cors_headers(const ReceivedRequest& request) const {
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
