#include "transport/server_address.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "shared/header_value.hpp"

namespace workbench::http::remote {
namespace {

// What this transport says itself. Entries made for other clients name some of them, with the only value that works.
constexpr std::array<std::string_view, 12> kOwnHeaders = {
    "Accept",        "Connection", "Content-Length", "Content-Type",         "Host",           "Keep-Alive",
    "Last-Event-ID", "Mcp-Method", "Mcp-Name",       "MCP-Protocol-Version", "Mcp-Session-Id", "Transfer-Encoding"};

bool is_our_own(std::string_view name) {
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(),
                     [&](std::string_view own) { return equal_ignoring_case(own, name); });
}

Error refused(std::string what) {
  return {ErrorKind::invalid_argument, std::move(what)};
}

}  // namespace

std::vector<OptionDescription> describe_server_address() {
  return {
      {"url", OptionType::text, true, "Where the server is: an https or http URL."},
      {"headers", OptionType::text_map, false,
       "Headers to send with every request, such as Authorization; none by default."},
      {"caFile", OptionType::text, false, "A PEM file of certificates to trust besides the system's; none by default."},
      {"connectTimeoutMs", OptionType::number, false,
       "Milliseconds for reaching the server, its name and the TLS handshake included; 10000 by default."},
  };
}

Result<ServerAddress> read_server_address(const Options& options) {
  ServerAddress address;
  auto url = parse_url(options.text("url"));
  if (!url) return refused("\"url\" " + url.error().message);
  address.url = *std::move(url);
  for (const auto& [name, value] : options.text_map("headers")) {
    if (!is_header_name(name)) return refused("\"headers\": '" + name + "' cannot be the name of a header");
    if (!is_header_value(value)) {
      return refused("\"headers\": the value of '" + name + "' holds a character that headers cannot have");
    }
    if (!is_our_own(name)) address.headers.emplace_back(name, value);
  }
  address.ca_file = options.text("caFile");
  const std::int64_t limit = options.number("connectTimeoutMs", address.connect_limit.count());
  if (limit < 1 || limit > 3'600'000) return refused("\"connectTimeoutMs\" must be from 1 to 3600000");
  address.connect_limit = std::chrono::milliseconds(limit);
  return address;
}

}  // namespace workbench::http::remote
