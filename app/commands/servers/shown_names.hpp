#pragma once

#include <map>
#include <string>

#include "commands/servers/configured_servers.hpp"
#include "config/toolboxes_file/config.hpp"
#include "gateway/exposure/unique_names.hpp"

namespace workbench::app {

/// A server that may have the tool, and the tool's name there; empty: any that clients may know by the name.
struct Candidate {
  const config::ToolboxEntry* toolbox;
  Inspection::Inspected server;
  std::string tool;
};

/// Under which names clients see the tools of servers, as the mode and the tools of all servers have it.
class ShownNames {
 public:
  /// How a written name has to match.
  enum class Match {
    exact,
    with_prefix,  ///< of the host, such as `mcp__workbench__`
  };

  /// `servers` must outlive it.
  explicit ShownNames(ConfiguredServers& servers) : servers_(servers) {}

  /// Reads the tools of all servers, if the names that some clients see depend on them. Blocks until they are known.
  void learn();

  [[nodiscard]] static bool is_meant(const std::string& written, const std::string& known, Match match);

  /// Whether `written` means the tool `tool` of this server, which is named as the configuration has it.
  [[nodiscard]] bool is_meant(const Candidate& one, const std::string& tool, const std::string& written,
                              Match match) const;

  /// Which name clients see or use, and why. `is_own`: the server itself calls the tool so.
  [[nodiscard]] std::string sentence(const Candidate& one, const std::string& tool, bool is_own) const;

 private:
  [[nodiscard]] config::ToolMode mode() const { return servers_.startup().config().tool_mode; }
  [[nodiscard]] bool is_native_for_some() const;
  [[nodiscard]] std::string native_name(const Candidate& one, const std::string& tool) const;
  [[nodiscard]] std::string reason_for_other_name(const Candidate& one, const std::string& tool) const;

  ConfiguredServers& servers_;
  std::map<gateway::ListedName, std::string> flat_names_;
};

}  // namespace workbench::app
