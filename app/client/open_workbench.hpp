#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "client/own_workbench.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// A workbench that a command can talk to, before anything has been sent to it.
struct OpenedWorkbench {
  std::unique_ptr<OwnWorkbench> own;       ///< the process that was started for it; null: it serves others, too
  std::unique_ptr<Connection> connection;  ///< not started yet
};

/// The settings of a workbench that serves one command, besides those of the user.
using CommandSettings = std::map<std::string, std::string>;

/// The shared workbench that runs with the configuration of `sources`, with the meta-tools among `settings`. Absent:
/// none runs, or it does not accept connections. `host` must outlive the result. [startup]
[[nodiscard]] std::optional<OpenedWorkbench> join_shared_workbench(Host& host, const Sources& sources,
                                                                   const CommandSettings& settings);

/// Starts this same program with the configuration of `sources` and `settings`. It serves this process alone and ends
/// with it. `host` must outlive the result. unavailable: it cannot be started. [startup]
[[nodiscard]] Result<OpenedWorkbench> start_own_workbench(Host& host, const Sources& sources,
                                                          const CommandSettings& settings);

}  // namespace workbench::app
