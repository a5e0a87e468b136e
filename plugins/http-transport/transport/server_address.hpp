#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <workbench/options.hpp>
#include <workbench/result.hpp>

#include "transport/url.hpp"

namespace workbench::http::remote {

/// Where a server is and how it is spoken to, as its entry in the configuration says.
struct ServerAddress {
  Url url;
  /// To be sent with every request. The values may be secrets: neither logged nor shown.
  std::vector<std::pair<std::string, std::string>> headers;
  std::string ca_file;  ///< certificates to trust besides the system's; empty: none
  std::chrono::milliseconds connect_limit{10'000};
};

[[nodiscard]] std::vector<OptionDescription> describe_server_address();

/// invalid_argument: with these options there can be no connection.
[[nodiscard]] Result<ServerAddress> read_server_address(const Options& options);

}  // namespace workbench::http::remote
