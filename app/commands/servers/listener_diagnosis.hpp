#pragma once

#include <string>
#include <utility>
#include <vector>

#include "commands/servers/server_diagnosis.hpp"
#include "startup/startup.hpp"

namespace workbench::app {

/// The findings of `doctor` about one listener.
struct ListenerDiagnosis {
  std::string name;
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<Trouble> troubles;

  [[nodiscard]] bool is_well() const;
};

/// Looks at the selected listeners that can be inspected (ListenerInspection), after Startup::prepare(). Waits a few
/// seconds at most, so that a silent authorization server does not hold up the rest. [startup]
[[nodiscard]] std::vector<ListenerDiagnosis> diagnose_listeners(Startup& startup);

}  // namespace workbench::app
