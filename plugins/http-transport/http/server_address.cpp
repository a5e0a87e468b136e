#include "http/server_address.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <filesystem>
#include <string_view>

#include "http-shared/header_value.hpp"

namespace workbench::http::transport {
namespace {

// Headers that the transport sets itself. Entries written for other clients often contain some of them.
constexpr std::array<std::string_view, 17> kOwnHeaders = {
    "Accept",         "Accept-Encoding",  "Connection", "Content-Length",
    "Content-Type",   "Expect",           "Host",       "Keep-Alive",
    "Last-Event-ID",  "Mcp-Method",       "Mcp-Name",   "MCP-Protocol-Version",
    "Mcp-Session-Id", "Proxy-Connection", "TE",         "Transfer-Encoding",
    "Upgrade"};

bool is_own_header(std::string_view name) {
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(),
                     [&](std::string_view own) { return boost::beast::iequals(own, name); });
}

constexpr std::int64_t kMaxConnectMilliseconds = 3'600'000;

void read_headers(const Options& options, ServerAddress& address, std::vector<OptionError>& errors) {
  for (const auto& [name, value] : options.text_map("headers")) {
    if (!is_header_name(name)) {
      errors.push_back({"headers", "has '" + name + "', which cannot be the name of a header"});
    } else if (!is_header_value(value)) {
      errors.push_back({"headers", "gives '" + name + "' a value with a character that headers cannot have"});
    } else if (!is_own_header(name)) {
      address.headers.emplace_back(name, value);
    }
  }
}

void read_proxy(const Options& options, ServerAddress& address, std::vector<OptionError>& errors) {
  const bool is_set = options.has("proxy");
  if (auto proxy = is_set ? parse_proxy(options.text("proxy")) : proxy_of_environment(address.url)) {
    address.proxy = *std::move(proxy);
  } else {
    errors.push_back({is_set ? "proxy" : "url", proxy.error().message});
  }
}

void read_connect_limit(const Options& options, ServerAddress& address, std::vector<OptionError>& errors) {
  const std::int64_t limit = options.number("connectTimeoutMs", address.connect_limit.count());
  if (limit < 1 || limit > kMaxConnectMilliseconds) {
    errors.push_back({"connectTimeoutMs", "must be from 1 to " + std::to_string(kMaxConnectMilliseconds)});
  }
  address.connect_limit = std::chrono::milliseconds(limit);
}

}  // namespace

ServerAddress read_server_address(const Options& options, std::vector<OptionError>& errors) {
  ServerAddress address;
  if (auto url = parse_url(options.text("url"))) {
    address.url = *std::move(url);
  } else {
    errors.push_back({"url", url.error().message});
  }
  read_headers(options, address, errors);
  read_proxy(options, address, errors);
  const bool uses_tls = address.url.is_secure || address.proxy.uses_tls();
  address.certificates = std::make_shared<const Certificates>(
      CertificateFiles{options.text("caFile"), options.text("certFile"), options.text("keyFile"), uses_tls}, errors);
  std::vector<OptionError> reported;
  address.trusted =
      std::make_shared<const Certificates>(CertificateFiles{options.text("caFile"), {}, {}, uses_tls}, reported);
  address.ca_file = std::filesystem::path(options.text("caFile")).lexically_normal().string();
  read_connect_limit(options, address, errors);
  return address;
}

}  // namespace workbench::http::transport
