#include "commands/servers/shown_names.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "gateway/exposure/native_names.hpp"

namespace workbench::app {
namespace {

bool is_pinned(const Candidate& one, const std::string& tool) {
  const auto& pinned = one.toolbox->pinned_tools;
  return std::find(pinned.begin(), pinned.end(), config::PinnedTool{one.server.entry->name, tool}) != pinned.end();
}

std::string registered(const Candidate& one, const std::string& tool) {
  return gateway::registered_name({one.toolbox->name, one.server.entry->name, tool}, std::nullopt);
}

}  // namespace

void ShownNames::learn() {
  if (!is_native_for_some()) return;
  std::vector<servers::Server*> all;
  std::vector<gateway::ListedName> listed;
  for (const auto& toolbox : servers_.inspection().toolboxes()) {
    for (const Inspection::Inspected& one : toolbox.servers) all.push_back(one.server);
  }
  servers_.inspection().learn(all);
  for (const servers::Server* server : all) {
    for (const Tool& tool : server->catalog().tools()) listed.push_back({server->toolbox(), server->name(), tool.name});
  }
  const std::vector<std::string> names = gateway::unique_names(listed, gateway::NameReaders::models);
  for (std::size_t i = 0; i < listed.size(); ++i) flat_names_[listed[i]] = names[i];
}

/// Whether some clients see all tools natively.
bool ShownNames::is_native_for_some() const {
  return mode() == config::ToolMode::flat || mode() == config::ToolMode::automatic;
}

/// The name under which clients see the tool itself; empty: they call it with use_tool.
std::string ShownNames::native_name(const Candidate& one, const std::string& tool) const {
  const std::string& toolbox = one.toolbox->name;
  const std::string& server = one.server.entry->name;
  switch (mode()) {
    case config::ToolMode::proxy: return is_pinned(one, tool) ? registered(one, tool) : std::string();
    case config::ToolMode::dynamic: return registered(one, tool);
    case config::ToolMode::flat:
    case config::ToolMode::automatic: break;
  }
  const auto found = flat_names_.find({toolbox, server, tool});
  return found == flat_names_.end() ? tool : found->second;
}

bool ShownNames::is_meant(const std::string& written, const std::string& known, Match match) {
  if (match == Match::exact || known.empty() || !written.ends_with(known)) return written == known;
  const std::size_t prefix = written.size() - known.size();
  return prefix > 0 && (written[prefix - 1] == '_' || written[prefix - 1] == '-');
}

bool ShownNames::is_meant(const Candidate& one, const std::string& tool, const std::string& written,
                          Match match) const {
  if (!one.tool.empty()) return match == Match::exact && tool == one.tool;
  return is_meant(written, tool, match) || is_meant(written, native_name(one, tool), match) ||
         is_meant(written, registered(one, tool), match);
}

std::string ShownNames::sentence(const Candidate& one, const std::string& tool, bool is_own) const {
  const std::string name = native_name(one, tool);
  if (!is_native_for_some() && is_pinned(one, tool)) {
    return name + ", whether or not its toolbox is open, because \"pinnedTools\" names it";
  }
  switch (mode()) {
    case config::ToolMode::proxy:
      return (is_own ? "its own" : tool) + "; clients call it with use_tool, because \"toolMode\" is proxy";
    case config::ToolMode::dynamic:
      return name +
             ", once its toolbox is open, because \"toolMode\" is dynamic; hosts that accept only shorter names "
             "see it cut";
    case config::ToolMode::automatic:
      return (is_own ? "its own" : tool) + "; hosts that defer tools themselves see " +
             (name == tool ? std::string("it") : name) + (is_pinned(one, tool) ? ", all others see " : "") +
             (is_pinned(one, tool) ? registered(one, tool) : ", clients of all others call it with use_tool") +
             ", because \"toolMode\" is auto (\"mcp-workbench explain\" lists the hosts)";
    case config::ToolMode::flat: break;
  }
  if (name == tool) return name + (is_own ? ", its own" : "") + ", which no other server uses";
  return name + ", because " + reason_for_other_name(one, tool);
}

std::string ShownNames::reason_for_other_name(const Candidate& one, const std::string& tool) const {
  std::vector<std::string> others;
  for (const auto& [listed, name] : flat_names_) {
    const bool is_same = listed.toolbox == one.toolbox->name && listed.server == one.server.entry->name;
    if (listed.name == tool && !is_same) others.push_back(listed.toolbox + "/" + listed.server);
  }
  if (others.empty())
    return "model APIs accept 64 characters of A-Z, a-z, 0-9, _ and - at most, the first a letter or _";
  return base::listed(others) + (others.size() == 1 ? " has" : " have") + " a tool of that name, too";
}

}  // namespace workbench::app
