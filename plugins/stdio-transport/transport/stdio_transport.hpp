#pragma once

#include <chrono>
#include <string>
#include <utility>

#include <workbench/transport.hpp>

#include "process/ended_launchers.hpp"
#include "process/login_shell.hpp"

namespace workbench::stdio {

/// The path of the launcher that is installed with this plugin, one folder above it. Throws std::runtime_error if the
/// plugin's own file cannot be found. [startup]
[[nodiscard]] std::string find_launcher();

/// `stdio`: starts servers as child processes and exchanges one message per line over their stdin and stdout.
class StdioTransport final : public Transport {
 public:
  /// `host` must outlive the transport. `launcher` is the path of the program that supervises each server. Throws
  /// std::runtime_error if find_launcher() does. `shell_limit` is how long a login shell may take to say its PATH.
  explicit StdioTransport(Host& host, std::string launcher = find_launcher(),
                          std::chrono::milliseconds shell_limit = LoginShells::kLimit)
      : host_(host),
        launcher_(std::move(launcher)),
        ended_(host.loop()),
        shells_(host, launcher_, ended_, shell_limit) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
  const std::string launcher_;
  EndedLaunchers ended_;
  LoginShells shells_;
};

}  // namespace workbench::stdio
