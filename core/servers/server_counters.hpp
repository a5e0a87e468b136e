#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace workbench::servers {

/// What has happened to one configured server since the start of the process, over all workspaces.
struct ServerCounters {
  std::uint64_t starts = 0;         ///< that have begun
  std::uint64_t failed_starts = 0;  ///< refused ones included
  std::uint64_t restarts = 0;       ///< starts of a server that had ended by itself
};

/// The same of all servers, by toolbox and server. [loop thread]
using AllServerCounters = std::map<std::pair<std::string, std::string>, ServerCounters>;

}  // namespace workbench::servers
