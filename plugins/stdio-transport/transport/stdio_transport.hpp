#pragma once

#include <string>
#include <utility>

#include <workbench/transport.hpp>

#include "transport/ended_launchers.hpp"

namespace workbench::stdio {

/// The path of the launcher that is installed with this plugin, one folder above it. Throws std::runtime_error if the
/// plugin's own file cannot be found. [startup]
[[nodiscard]] std::string find_launcher();

/// `stdio`: starts servers as child processes and exchanges one message per line over their stdin and stdout.
class StdioTransport final : public Transport {
 public:
  /// `host` must outlive the transport. `launcher` is the path of the program that supervises each server. Throws
  /// std::runtime_error if find_launcher() does.
  explicit StdioTransport(Host& host, std::string launcher = find_launcher())
      : host_(host), launcher_(std::move(launcher)), ended_(host.loop()) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
  const std::string launcher_;
  EndedLaunchers ended_;
};

}  // namespace workbench::stdio
