#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <workbench/options.hpp>

#include "http/certificates.hpp"
#include "http/proxy.hpp"
#include "http/url.hpp"

namespace workbench::http::transport {

/// Names and values of HTTP headers.
using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// Where a server is and how to connect to it, from its entry in the configuration.
struct ServerAddress {
  Url url;
  /// Sent with every request. The values may be secrets: never logged or shown.
  HeaderList headers;
  std::shared_ptr<const Certificates> certificates;
  /// Those alone that are trusted: the authorization server may be of the same house, but gets no client certificate.
  std::shared_ptr<const Certificates> trusted;
  std::string ca_file;  ///< the path of the certificates to trust besides the system's; empty: none
  Proxy proxy;
  std::chrono::milliseconds connect_limit{10'000};
  /// False: no connection to an address of is_private_address(), unless a proxy makes it.
  bool allows_private_addresses = true;
};

/// Reads the options and the files that they name. The options that are invalid are added to `errors`; if there are
/// any, the address cannot be used. No message contains the value of a header or a password, which are secrets.
[[nodiscard]] ServerAddress read_server_address(const Options& options, std::vector<OptionError>& errors);

}  // namespace workbench::http::transport
