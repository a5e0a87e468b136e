#pragma once

#include <map>
#include <string>
#include <vector>

#include <workbench/result.hpp>

#include "commands/lock/listing.hpp"
#include "commands/lock/lock_findings.hpp"
#include "commands/lock/lock_store.hpp"
#include "commands/servers/configured_servers.hpp"
#include "process/output.hpp"
#include "servers/start_facts.hpp"

namespace workbench::app {

/// Compares servers with the lock file: first what starts them, then what they list. [startup]
class LockRun {
 public:
  /// How often a server is started.
  enum class Starts {
    once,               ///< in `place`
    twice,              ///< the second time in `place`
    twice_if_different  ///< the second time in `place`, and only if it differs from the lock file
  };
  /// Whether a server is started although what starts it is not accepted.
  enum class Caution { accepted_only, all };

  /// All of them must outlive it. `errors` shows what is waited for.
  LockRun(ConfiguredServers& servers, const LockStore& store, OtherPlace place, Output& errors)
      : servers_(servers), store_(store), place_(std::move(place)), errors_(errors) {}

  /// The findings about all of `toolboxes`, in their order. Any error: they cannot be started at all.
  [[nodiscard]] Result<std::vector<ServerFinding>> compare(const std::vector<Inspection::InspectedToolbox>& toolboxes,
                                                           Starts starts, Caution caution);

  /// The servers of the lock file that no toolbox has, not even one that is disabled.
  [[nodiscard]] std::vector<std::string> removed_servers() const;

 private:
  using Listed = std::map<std::string, ListedServer>;

  [[nodiscard]] ServerFinding present_start(const std::string& server);
  [[nodiscard]] Result<void> list_first(std::vector<ServerFinding>& findings, Starts starts, Caution caution);
  [[nodiscard]] Result<void> list_again(std::vector<ServerFinding>& findings, Starts starts);

  ConfiguredServers& servers_;
  const LockStore& store_;
  const OtherPlace place_;
  Output& errors_;
  servers::StartFacts facts_{environment_of_process};
  std::map<std::string, const servers::Server*> present_;  // by name
  Listed first_;
};

}  // namespace workbench::app
