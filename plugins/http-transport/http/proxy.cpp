#include "http/proxy.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "http/private_address.hpp"

namespace workbench::http::transport {
namespace {

constexpr std::array<std::string_view, 5> kSchemes = {"http", "https", "socks4a", "socks5", "socks5h"};

/// A part of a URL; empty: it has none.
std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (::curl_url_get(url, part, &text, 0) != CURLUE_OK) return {};
  const std::unique_ptr<char, decltype(&::curl_free)> owned(text, &::curl_free);
  return text;
}

/// Its scheme, host and port; empty: it is not the URL of a proxy.
std::string shown_part(const std::string& text) {
  // As libcurl reads it: without a scheme it means http.
  const std::string whole = text.find("://") == std::string::npos ? "http://" + text : text;
  const std::unique_ptr<CURLU, decltype(&::curl_url_cleanup)> url(::curl_url(), &::curl_url_cleanup);
  if (::curl_url_set(url.get(), CURLUPART_URL, whole.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) return {};
  const std::string scheme = part_of(url.get(), CURLUPART_SCHEME);
  const std::string host = part_of(url.get(), CURLUPART_HOST);
  if (std::find(kSchemes.begin(), kSchemes.end(), scheme) == kSchemes.end() || host.empty()) return {};
  const std::string port = part_of(url.get(), CURLUPART_PORT);
  return scheme + "://" + host + (port.empty() ? "" : ":" + port);
}

/// The first of these variables that is set and not empty.
const char* find_variable(const std::array<const char*, 4>& names) {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  const auto found = std::find_if(names.begin(), names.end(), is_set);
  return found == names.end() ? nullptr : *found;
}

}  // namespace

Result<Proxy> parse_proxy(const std::string& text) {
  if (text.empty() || text == "none") return Proxy{{}, {}, {}, false, true};
  std::string shown = shown_part(text);
  if (shown.empty()) {
    return Error{
        ErrorKind::invalid_argument,
        R"(must be a URL like "http://user:password@host:3128" with http, https, socks4a, socks5 or socks5h, or "none")"};
  }
  return Proxy{text, std::move(shown), "\"proxy\"", false, true};
}

Result<Proxy> proxy_of_environment(const Url& server) {
  if (is_this_machine(server.host)) return Proxy{};
  const char* variable = server.is_secure ? find_variable({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
                                          : find_variable({"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"});
  if (variable == nullptr) return Proxy{};
  const std::string text = std::getenv(variable);
  std::string shown = shown_part(text);
  if (shown.empty()) {
    return Error{ErrorKind::invalid_argument, std::string("cannot be reached through the proxy that ") + variable +
                                                  R"( names, which is not the URL of one; correct it, or set "proxy")"};
  }
  return Proxy{text, std::move(shown), variable, true};
}

}  // namespace workbench::http::transport
