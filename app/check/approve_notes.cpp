#include "check/approve_notes.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "config/suggestion.hpp"
#include "gateway/toolboxes/server_policy.hpp"
#include "json/escape.hpp"

namespace workbench::app {
namespace {

/// What was found of one entry at the servers that it concerns.
struct EntryUse {
  bool is_needless = true;  ///< no server has such a tool, as far as they are known
  std::vector<std::string> servers;
  std::vector<std::string> tools;  ///< of these, for a suggestion
};

using EntryUses = std::map<std::string, EntryUse>;

void look_at_server(const std::string& place, const gateway::ServerPolicy& policy, const config::CallPolicy& configured,
                    const servers::Catalog& catalog, EntryUses& uses) {
  const std::vector<std::string> without = policy.entries_without_tool(catalog);
  for (const std::string& entry : configured.approve) {
    EntryUse& use = uses[entry];
    const bool is_without = std::find(without.begin(), without.end(), entry) != without.end();
    use.is_needless = use.is_needless && is_without && catalog.is_known();
    use.servers.push_back(place);
    for (const Tool& tool : catalog.tools()) use.tools.push_back(tool.name);
  }
}

std::string sentence_about(const std::string& entry, const EntryUse& use) {
  const std::string name = entry.starts_with('!') ? entry.substr(1) : entry;
  const auto meant = config::closest_match(name, use.tools);
  return "\"approve\": " + json::quoted(entry) + " matches no tool of " + base::listed(use.servers) + "; " +
         (meant ? "did you mean " + json::quoted(*meant) + "?" : "correct it, or remove it");
}

}  // namespace

std::vector<std::string> approve_notes(const std::vector<Inspection::InspectedToolbox>& toolboxes,
                                       const registry::Registry& registry) {
  EntryUses uses;
  for (const auto& toolbox : toolboxes) {
    for (const auto& [entry, server] : toolbox.servers) {
      const auto configured = toolbox.entry->policies.find(entry->name);
      if (configured == toolbox.entry->policies.end()) continue;
      const auto policy = gateway::ServerPolicy::from(configured->second, registry);
      if (!policy) continue;  // reported when the file was read
      look_at_server(toolbox.entry->name + "/" + entry->name, *policy, configured->second, server->catalog(), uses);
    }
  }
  std::vector<std::string> notes;
  for (const auto& [entry, use] : uses) {
    if (use.is_needless) notes.push_back(sentence_about(entry, use));
  }
  return notes;
}

}  // namespace workbench::app
