#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "commands/lock/recorded_lists.hpp"
#include "process/output.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// One start of a server.
struct ListedServer {
  std::string failure;  ///< why it could not be listed; empty: it was
  ListedItems items;
};

/// How a start differs from what the configuration says, so that a text which depends on the day or on a folder shows.
struct OtherPlace {
  std::filesystem::path folder{};  ///< of the client; empty: the one of this process
  std::string faketime{};          ///< the program; empty: the servers see the real time
};

/// Starts the servers of `names` ("TOOLBOX/SERVER") once, all that they list included, and ends them. `errors` shows
/// what is waited for. Any error: the configuration names something that no plugin provides. [startup]
[[nodiscard]] Result<std::map<std::string, ListedServer>> list_servers(Startup& startup,
                                                                       const std::vector<std::string>& names,
                                                                       const OtherPlace& place, Output& errors);

/// Whether a server with these options sees the time of `faketime`: a local program does, a container does not.
[[nodiscard]] bool sees_other_time(const config::ServerEntry& entry);

}  // namespace workbench::app
