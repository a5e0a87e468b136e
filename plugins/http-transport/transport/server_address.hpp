#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <workbench/options.hpp>

#include "transport/url.hpp"

namespace workbench::http::transport {

/// Where a server is and how to connect to it, from its entry in the configuration.
struct ServerAddress {
  Url url;
  /// Sent with every request. The values may be secrets: never logged or shown.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string ca_file;  ///< of certificates to trust besides the system's; empty: none
  std::chrono::milliseconds connect_limit{10'000};
};

[[nodiscard]] std::vector<OptionDescription> server_options();

/// The options that are invalid. No message contains the value of a header, which may be a secret.
[[nodiscard]] std::vector<OptionError> check_server_address(const Options& options);

/// The address of options that have been checked.
[[nodiscard]] ServerAddress read_server_address(const Options& options);

}  // namespace workbench::http::transport
