#include "service/configured_entry.hpp"

#include <string>
#include <vector>

#include "config/suggestion.hpp"

namespace workbench::app {
namespace {

Error unknown(const std::string& kind, const std::string& name, const std::vector<std::string>& known) {
  const std::string end = known.empty() ? "there is none" : config::suggestion(name, known);
  return {ErrorKind::not_found, "no " + kind + " \"" + name + "\"; " + end};
}

Result<const config::ServerEntry*> find_server(const config::ToolboxEntry& toolbox, const std::string& name) {
  std::vector<std::string> known;
  for (const config::ServerEntry& entry : toolbox.servers) {
    if (entry.name == name) return &entry;
    known.push_back(entry.name);
  }
  return unknown("server of toolbox \"" + toolbox.name + "\" is called", name, known);
}

}  // namespace

Result<const config::ServerEntry*> find_entry(const config::Config& config, const Operator& from,
                                              const ServerParams& named) {
  const gateway::OverviewScope scope{from.own.get()};
  std::vector<std::string> known;
  for (const config::ToolboxEntry& toolbox : config.toolboxes) {
    if (!scope.includes_toolbox(toolbox.name)) continue;
    if (toolbox.name == named.toolbox) return find_server(toolbox, named.server);
    known.push_back(toolbox.name);
  }
  return unknown("toolbox is called", named.toolbox, known);
}

}  // namespace workbench::app
