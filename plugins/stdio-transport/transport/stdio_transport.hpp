#pragma once

#include <chrono>
#include <memory>
#include <string>

#include <workbench/transport.hpp>

#include "process/server_launcher.hpp"

namespace workbench::stdio {

/// `stdio`: starts servers as child processes and exchanges one message per line over their stdin and stdout.
class StdioTransport final : public Transport {
 public:
  /// `host` must outlive the transport. The other parameters are as for ServerLauncher.
  StdioTransport(Host& host, LauncherFile launcher, std::chrono::milliseconds shell_limit = LoginShells::kLimit)
      : host_(host), launcher_(host, std::move(launcher), shell_limit) {}
  StdioTransport(Host& host, std::string launcher, std::chrono::milliseconds shell_limit = LoginShells::kLimit)
      : StdioTransport(host, LauncherFile(std::move(launcher)), shell_limit) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
  ServerLauncher launcher_;
};

/// `container`: starts servers as containers of an image, and talks with them in the same way.
class ContainerTransport final : public Transport {
 public:
  /// As for StdioTransport.
  ContainerTransport(Host& host, LauncherFile launcher) : host_(host), launcher_(host, std::move(launcher)) {}

  [[nodiscard]] Result<std::unique_ptr<Connection>> connect(const ServerConfig& server) override;

 private:
  Host& host_;
  ServerLauncher launcher_;
};

}  // namespace workbench::stdio
