#include "transport/server_address.hpp"

#include <algorithm>
#include <array>
#include <boost/beast/core/string.hpp>
#include <string_view>

#include "shared/header_value.hpp"

namespace workbench::http::transport {
namespace {

// Headers that the transport sets itself. Entries written for other clients often contain some of them.
constexpr std::array<std::string_view, 12> kOwnHeaders = {
    "Accept",        "Connection", "Content-Length", "Content-Type",         "Host",           "Keep-Alive",
    "Last-Event-ID", "Mcp-Method", "Mcp-Name",       "MCP-Protocol-Version", "Mcp-Session-Id", "Transfer-Encoding"};

bool is_own_header(std::string_view name) {
  return std::any_of(kOwnHeaders.begin(), kOwnHeaders.end(),
                     [&](std::string_view own) { return boost::beast::iequals(own, name); });
}

constexpr std::int64_t kMaxConnectMilliseconds = 3'600'000;

/// Reads what it can, and adds what is wrong to `errors`.
ServerAddress read(const Options& options, std::vector<OptionError>& errors) {
  ServerAddress address;
  if (auto url = parse_url(options.text("url"))) {
    address.url = *std::move(url);
  } else {
    errors.push_back({"url", url.error().message});
  }
  for (const auto& [name, value] : options.text_map("headers")) {
    if (!is_header_name(name)) {
      errors.push_back({"headers", "has '" + name + "', which cannot be the name of a header"});
    } else if (!is_header_value(value)) {
      errors.push_back({"headers", "gives '" + name + "' a value with a character that headers cannot have"});
    } else if (!is_own_header(name)) {
      address.headers.emplace_back(name, value);
    }
  }
  address.ca_file = options.text("caFile");
  const std::int64_t limit = options.number("connectTimeoutMs", address.connect_limit.count());
  if (limit < 1 || limit > kMaxConnectMilliseconds) {
    errors.push_back({"connectTimeoutMs", "must be from 1 to " + std::to_string(kMaxConnectMilliseconds)});
  }
  address.connect_limit = std::chrono::milliseconds(limit);
  return address;
}

}  // namespace

std::vector<OptionDescription> server_options() {
  return {
      {"url", OptionType::text, true, "The server's https or http URL."},
      {"headers", OptionType::text_map, false,
       "Headers to send with every request, like Authorization; none by default."},
      {"caFile", OptionType::text, false, "A PEM file of certificates to trust besides the system's; none by default."},
      {"connectTimeoutMs", OptionType::number, false,
       "Time limit in milliseconds for connecting, including name resolution and the TLS handshake; 10000 by default."},
  };
}

std::vector<OptionError> check_server_address(const Options& options) {
  std::vector<OptionError> errors;
  static_cast<void>(read(options, errors));
  return errors;
}

ServerAddress read_server_address(const Options& options) {
  std::vector<OptionError> checked;
  return read(options, checked);
}

}  // namespace workbench::http::transport
