#pragma once

#include <string>

#include <workbench/transport.hpp>

namespace workbench::stdio {

/// `stdio`: starts servers as child processes and exchanges one message per line over their stdin and stdout.
class StdioTransport final : public Transport {
 public:
  /// `host` must outlive the transport. Throws std::runtime_error if the launcher cannot be found.
  explicit StdioTransport(Host& host);

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
  const std::string launcher_;  // the path of the program that supervises each server
};

/// The path of the launcher that is installed with this plugin, one folder above it. Throws std::runtime_error if the
/// plugin's own file cannot be found. [startup]
[[nodiscard]] std::string find_launcher();

}  // namespace workbench::stdio
