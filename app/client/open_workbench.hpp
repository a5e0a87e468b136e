#pragma once

#include <map>
#include <memory>
#include <string>

#include <workbench/connection.hpp>
#include <workbench/host.hpp>
#include <workbench/result.hpp>

#include "client/own_workbench.hpp"
#include "startup.hpp"

namespace workbench::app {

/// A workbench that a command can talk to, before anything has been sent to it.
struct OpenedWorkbench {
  std::unique_ptr<OwnWorkbench> own;       ///< the process that was started for it; null: it serves others, too
  std::unique_ptr<Connection> connection;  ///< not started yet
};

/// The settings of a workbench that serves one command, besides those of the user.
using CommandSettings = std::map<std::string, std::string>;

/// Finds the shared workbench with the configuration of `sources`, or starts one for this process alone. `settings` are
/// for one that is started; the shared one knows the meta-tools among them. `host` must
/// outlive what is returned. Any error: there is none. [loop thread]
[[nodiscard]] Result<OpenedWorkbench> open_workbench(Host& host, const Sources& sources,
                                                     const CommandSettings& settings);

}  // namespace workbench::app
