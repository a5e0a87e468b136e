#include "http/url.hpp"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <charconv>
#include <cstdint>
#include <locale>
#include <memory>
#include <utility>

namespace workbench::http::transport {
namespace {

Error refused(std::string_view reason) {
  return {ErrorKind::invalid_argument, std::string(reason)};
}

/// Removes `prefix`, in whatever case, from the beginning of `text`. False: `text` begins otherwise.
bool remove_prefix(std::string_view& text, std::string_view prefix) {
  if (!boost::algorithm::istarts_with(text, prefix, std::locale::classic())) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < '\x7f'; });
}

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0;
}

/// Whether libcurl, which will connect to it, reads it as a URL.
bool is_url_of_libcurl(const std::string& text) {
  const std::unique_ptr<CURLU, decltype(&::curl_url_cleanup)> url(::curl_url(), &::curl_url_cleanup);
  return ::curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_PATH_AS_IS) == CURLUE_OK;
}

/// With a zone or without.
bool is_ipv6_address(const std::string& text) {
  in6_addr address{};
  return ::inet_pton(AF_INET6, text.substr(0, text.find('%')).c_str(), &address) == 1;
}

/// Splits "host", "host:port", "[address]" or "[address]:port".
Result<void> read_authority(std::string_view text, Url& url) {
  if (text.find('@') != std::string_view::npos) {
    return refused(R"(must not have a user name or password; use "headers")");
  }
  std::string_view rest;
  if (!text.empty() && text.front() == '[') {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return refused("has an IPv6 address without its closing bracket");
    url.host = text.substr(1, end - 1);
    if (!is_ipv6_address(url.host)) return refused("has brackets around text that is not an IPv6 address");
    rest = text.substr(end + 1);
  } else {
    url.host = text.substr(0, text.find(':'));
    rest = text.substr(url.host.size());
  }
  if (url.host.empty()) return refused("has no host");
  // Browsers and libcurl decode it: the host would be another one for them than for every check of ours.
  if (text.front() != '[' && url.host.find('%') != std::string::npos) {
    return refused("has a host with an escape (%XX); write the host itself");
  }
  boost::algorithm::to_lower(url.host, std::locale::classic());
  url.port = url.is_secure ? "443" : "80";
  if (rest.empty() || rest == ":") return {};
  if (rest.front() != ':' || !is_port(rest.substr(1))) return refused("has an invalid port; write 1 to 65535");
  url.port = rest.substr(1);
  return {};
}

}  // namespace

std::string Url::origin() const {
  return (is_secure ? "https://" : "http://") + authority();
}

std::string Url::authority() const {
  std::string text = host.find(':') == std::string::npos ? host : "[" + host + "]";
  if (port != (is_secure ? "443" : "80")) text.append(":").append(port);
  return text;
}

Result<Url> parse_url(std::string_view text) {
  if (!is_visible_ascii(text)) return refused("has a character that must be written as %XX");
  Url url;
  if (remove_prefix(text, "https://")) {
    url.is_secure = true;
  } else if (!remove_prefix(text, "http://")) {
    return refused(R"(must begin with "https://" or "http://")");
  }
  text = text.substr(0, text.find('#'));
  const std::size_t end = std::min(text.find_first_of("/?"), text.size());
  if (auto read = read_authority(text.substr(0, end), url); !read) return read.error();
  url.target = text.substr(end);
  if (url.target.empty() || url.target.front() == '?') url.target.insert(0, "/");
  if (!is_url_of_libcurl(url.origin() + url.target)) return refused("has a host name or a path that is not valid");
  return url;
}

Result<Url> resolve(const Url& base, std::string_view reference) {
  std::string_view rest = reference;
  if (remove_prefix(rest, "https://") || remove_prefix(rest, "http://")) return parse_url(reference);
  if (reference.substr(0, 2) == "//") return parse_url((base.is_secure ? "https:" : "http:") + std::string(reference));
  std::string target(reference);
  if (target.empty() || target.front() != '/') {
    const std::string path = base.target.substr(0, base.target.find('?'));
    target.insert(0, !target.empty() && target.front() == '?' ? path : path.substr(0, path.rfind('/') + 1));
  }
  return parse_url(base.origin() + target);
}

bool have_same_origin(const Url& one, const Url& other) {
  return one.is_secure == other.is_secure && one.host == other.host && one.port == other.port;
}

std::optional<Url> resolve_within_origin(const Url& base, std::string_view reference) {
  auto target = resolve(base, reference);
  if (!target) return std::nullopt;
  const bool is_lowered = base.is_secure && !target->is_secure && target->host == base.host &&
                          (target->port == base.port || target->port == "80");
  if (is_lowered) {
    target->is_secure = true;
    target->port = base.port;
  }
  if (!have_same_origin(*target, base)) return std::nullopt;
  return *std::move(target);
}

bool differ_in_last_slash(std::string_view one, std::string_view other) {
  const std::size_t one_path = std::min(one.find('?'), one.size());
  const std::size_t other_path = std::min(other.find('?'), other.size());
  if (one.substr(one_path) != other.substr(other_path)) return false;
  std::string_view shorter = one.substr(0, one_path);
  std::string_view longer = other.substr(0, other_path);
  if (shorter.size() > longer.size()) std::swap(shorter, longer);
  return longer.size() == shorter.size() + 1 && longer.ends_with('/') && longer.starts_with(shorter);
}

}  // namespace workbench::http::transport
