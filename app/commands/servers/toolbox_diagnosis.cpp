#include "commands/servers/toolbox_diagnosis.hpp"

#include <algorithm>

#include "process/table.hpp"

namespace workbench::app {
namespace {

/// Up to this many tokens, it does not matter how the servers are divided.
constexpr std::size_t kCheapOpening = 5'000;

bool shows_several_servers(const Inspection::InspectedToolbox& toolbox) {
  const auto shows_tools = [](const Inspection::Inspected& one) { return !one.server->catalog().tools().empty(); };
  return std::count_if(toolbox.servers.begin(), toolbox.servers.end(), shows_tools) > 1;
}

}  // namespace

std::vector<ToolboxDiagnosis> diagnose_toolboxes(const std::vector<Inspection::InspectedToolbox>& toolboxes,
                                                 const std::vector<OpeningCost>& costs, config::ToolMode mode) {
  std::size_t all = 0;
  for (const OpeningCost& cost : costs) all += estimated_tokens(cost.whole);
  std::vector<ToolboxDiagnosis> diagnoses;
  for (std::size_t index = 0; index < toolboxes.size(); ++index) {
    const std::size_t tokens = estimated_tokens(costs[index].whole);
    ToolboxDiagnosis& diagnosis = diagnoses.emplace_back(ToolboxDiagnosis{toolboxes[index].entry->name, tokens, {}});
    const bool is_most_of_all = tokens > kCheapOpening && tokens * 2 > all;
    if (mode == config::ToolMode::flat || !is_most_of_all || !shows_several_servers(toolboxes[index])) continue;
    diagnosis.troubles.push_back(
        {"",
         "Opening this toolbox costs ~" + counted(tokens, "token") + " of the ~" + counted(all, "token") +
             " that the tools of all servers cost: the agent reads the tools of all its servers at once.",
         "divide it: a toolbox for each server, or for the servers that are used together", false});
  }
  return diagnoses;
}

}  // namespace workbench::app
