#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <workbench/host.hpp>
#include <workbench/process_launcher.hpp>

#include "containers/engines.hpp"
#include "process/ended_launchers.hpp"
#include "process/launcher_file.hpp"
#include "process/login_shell.hpp"
#include "sandbox/sandbox_settings.hpp"

namespace workbench::stdio {

/// The path of the launcher that is installed with this plugin, one folder above it. Throws std::runtime_error if the
/// plugin's own file cannot be found. [startup]
[[nodiscard]] std::string find_launcher();

/// Launches servers, and keeps their common state: the launchers that outlive their connections, and the known results
/// of login shells.
class ServerLauncher final : public ProcessLauncher {
 public:
  /// `host` must outlive it. `shell_limit` is how long a login shell may take to print its PATH.
  explicit ServerLauncher(Host& host, LauncherFile launcher,
                          std::chrono::milliseconds shell_limit = LoginShells::kLimit);
  /// The same with the path of the launcher.
  ServerLauncher(Host& host, std::string launcher, std::chrono::milliseconds shell_limit = LoginShells::kLimit)
      : ServerLauncher(host, LauncherFile(std::move(launcher)), shell_limit) {}
  ServerLauncher(const ServerLauncher&) = delete;
  ServerLauncher& operator=(const ServerLauncher&) = delete;

  [[nodiscard]] std::vector<OptionError> check(const ProcessCommand& command) const override;
  [[nodiscard]] Result<LaunchedProcess> launch(ProcessCommand command, std::string source,
                                               ProcessObserver& observer) override;
  /// The same for a server that is confined as `sandbox` says.
  [[nodiscard]] Result<LaunchedProcess> launch(ProcessCommand command, SandboxSettings sandbox, std::string source,
                                               ProcessObserver& observer);

  /// Removes the containers that earlier runs have left in the engine of `command`, if that runs a container.
  void sweep(const ProcessCommand& command);

 private:
  Host& host_;
  const LauncherFile launcher_;
  EndedLaunchers ended_;
  LoginShells shells_;
  Engines engines_;
};

}  // namespace workbench::stdio
