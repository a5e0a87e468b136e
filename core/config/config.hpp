#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "workbench/options.hpp"

namespace workbench {

/// One server of a toolbox, as the JSON file has it: checked, `${VAR}` replaced, foreign spellings translated.
struct ServerEntry {
  std::string name;
  std::string transport;  ///< registered name
  Options options;        ///< what the transport described, `env` already merged with `envFile`
  std::optional<std::vector<std::string>> tool_filters;  ///< absent: all tools; empty: none
  std::optional<std::chrono::milliseconds> start_time_limit;
  std::optional<std::chrono::milliseconds> call_time_limit;
};

/// A named group of servers. Disabled servers are not in it.
struct ToolboxEntry {
  std::string name;
  std::string description;
  std::vector<ServerEntry> servers;  ///< in the order of the file
};

/// The JSON file.
struct WorkbenchConfig {
  std::vector<ToolboxEntry> toolboxes;  ///< in the order of the file
};

}  // namespace workbench
