#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/inspection.hpp"
#include "client/tool_path.hpp"
#include "commands/command.hpp"
#include "process/output.hpp"

namespace workbench::app {

/// The first step of the commands about configured servers: reads the configuration, and finds the named servers.
/// [startup]
class ConfiguredServers {
 public:
  /// Which part reports that a toolboxes file was found and is not used.
  enum class Remarks { shown, left_to_the_caller };

  /// Reads the configuration. The log has errors only, unless the user wants more. If it is not valid, `errors`
  /// has the reason, and so has the status; if it is valid and `errors` is a terminal, missing inputs are asked for.
  /// `principal`: see ServerConfig.
  [[nodiscard]] ExitStatus prepare(Sources sources, Inspection::Catalogs catalogs, Output& errors,
                                   const std::string& principal = {}, Remarks remarks = Remarks::shown);

  /// After a prepare() that found errors: uses the servers that have no errors, without catalogs of earlier runs.
  /// False: there is no such server.
  [[nodiscard]] bool prepare_valid_part();

  /// What an argument of the command line names. Any error: it can mean several; the message has them.
  [[nodiscard]] Result<ToolPath> path_of(const std::string& argument, ToolPath::Names names) const;

  /// The servers that `path` names, or all of enabled toolboxes if it is empty; with a tool, its server. Any error:
  /// there is none; the message lists the existing ones.
  [[nodiscard]] Result<std::vector<Inspection::InspectedToolbox>> find(const ToolPath& path) const;

  /// The same for an argument; empty: all.
  [[nodiscard]] Result<std::vector<Inspection::InspectedToolbox>> find(const std::string& argument) const;

  /// Before servers are started: `errors`, which must outlive this, shows what is waited for. See
  /// Inspection::on_slow_start().
  void report_slow_starts(Output& errors);

  [[nodiscard]] Inspection& inspection() { return *inspection_; }
  [[nodiscard]] Startup& startup() { return *startup_; }

 private:
  std::optional<Startup> startup_;
  std::unique_ptr<Inspection> inspection_;  // ends before the startup
};

}  // namespace workbench::app
