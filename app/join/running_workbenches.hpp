#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace workbench::app {

/// A shared workbench of this user, as it describes itself.
struct RunningWorkbench {
  std::filesystem::path socket;
  pid_t process = 0;
  std::string version;
  std::string toolboxes_file;
  std::vector<std::string> clients;  ///< "cursor in /home/me/project", one for each open session
};

/// All shared workbenches of this user that respond, whatever their configuration and version. Asks each, and waits
/// some seconds for one that does not respond. [startup]
[[nodiscard]] std::vector<RunningWorkbench> running_workbenches();

/// Ends it with SIGTERM, by which its servers end as well, and waits until it has ended. False: it has not within
/// `limit`, or its process cannot be ended. [startup]
[[nodiscard]] bool end_workbench(const RunningWorkbench& workbench, std::chrono::milliseconds limit);

}  // namespace workbench::app
