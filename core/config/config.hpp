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
  std::string protocol = "auto";                         ///< or "stateless", "handshake", a revision's name
  bool is_shared = false;                                ///< one process serves all clients, not each its own
  std::optional<std::chrono::milliseconds> start_time_limit;
  std::optional<std::chrono::milliseconds> call_time_limit;
};

/// A named group of servers. Disabled servers are not in it.
struct ToolboxEntry {
  std::string name;
  std::string description;
  std::vector<ServerEntry> servers;  ///< in the order of the file
};

/// How clients reach the tools of the servers.
enum class ToolMode {
  proxy,    ///< through meta-tools alone
  dynamic,  ///< through meta-tools, and natively as TOOLBOX__SERVER__TOOL once a toolbox is open
  flat,     ///< natively, everything that the servers have
};

/// The JSON file.
struct WorkbenchConfig {
  ToolMode tool_mode = ToolMode::proxy;
  std::vector<ToolboxEntry> toolboxes;  ///< in the order of the file
};

}  // namespace workbench
