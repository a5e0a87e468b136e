#pragma once

#include <string>

namespace workbench::app {

/// What a client reports to the shared workbench about itself.
struct JoinRequest {
  bool is_rejoining = false;  ///< it was connected to a workbench that has ended
  std::string meta_tools;     ///< that it needs, separated by commas; empty: the meta-tools of the settings
};

/// The first line of a client's connection, without its line break; see LocalListener. It has the working directory of
/// this process.
[[nodiscard]] std::string join_line(const JoinRequest& request);

}  // namespace workbench::app
