#pragma once

#include <string>

#include <workbench/transport.hpp>

namespace workbench::stdio {

/// `stdio`: starts servers as child processes and exchanges one message per line over their stdin and stdout.
class StdioTransport final : public Transport {
 public:
  /// `launcher` is the path of the program that supervises each server.
  explicit StdioTransport(std::string launcher);

  [[nodiscard]] std::vector<OptionDescription> options() const override;
  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server, Host& host) override;

 private:
  const std::string launcher_;
};

/// The path of the launcher that is installed with this plugin, one folder above it. Throws std::runtime_error if the
/// plugin's own file cannot be found. [startup]
[[nodiscard]] std::string find_launcher();

}  // namespace workbench::stdio
