#include "login/redirect_address.hpp"

#include <charconv>

#include "http/url.hpp"

namespace workbench::http::login {

std::optional<RedirectAddress> RedirectAddress::read(std::string_view uri) {
  const auto url = transport::parse_url(uri);
  if (!url || url->is_secure || url->target.find('?') != std::string::npos) return std::nullopt;
  if (url->host != "127.0.0.1" && url->host != "localhost" && url->host != "::1") return std::nullopt;
  RedirectAddress address{url->host, 0, url->target};
  const std::string& port = url->port;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size()) return std::nullopt;
  return address;
}

std::string RedirectAddress::uri() const {
  const std::string shown = host == "::1" ? "[::1]" : host;
  return "http://" + shown + ":" + std::to_string(port) + path;
}

}  // namespace workbench::http::login
