#include "config/toolboxes_file/resolve.hpp"

#include <algorithm>
#include <utility>

#include "config/toolboxes_file/for_client.hpp"

namespace workbench::config {
namespace {

void keep_allowed(std::vector<ToolboxEntry>& toolboxes, const std::vector<std::string>& allowed) {
  std::erase_if(toolboxes, [&](const ToolboxEntry& toolbox) {
    return std::find(allowed.begin(), allowed.end(), toolbox.name) == allowed.end();
  });
}

/// Whether some client of a workspace of this mode may see content where the toolbox says nothing of it.
bool may_show_content(ToolMode mode) {
  return mode == ToolMode::flat || mode == ToolMode::automatic;
}

/// Whether a server lists its content: a shared one does so if any mode shows it, because clients keep the mode
/// that they began with.
bool lists_content(const ToolboxEntry& toolbox, const ServerEntry& server, ToolMode mode) {
  return toolbox.shows_content.value_or(server.is_shared() || may_show_content(mode));
}

template <typename Entries>
auto find_named(const Entries& entries, std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

Config resolve(Config config, const ClientPlace& place, ToolMode mode) {
  if (place.toolboxes) keep_allowed(config.toolboxes, *place.toolboxes);
  for (ToolboxEntry& toolbox : config.toolboxes) {
    for (ServerEntry& server : toolbox.servers) server = for_client(std::move(server), place.folder, place.root);
  }
  return shown_in(std::move(config), mode);
}

Config shown_in(Config config, ToolMode mode) {
  config.tool_mode = mode;
  for (ToolboxEntry& toolbox : config.toolboxes) {
    for (ServerEntry& server : toolbox.servers) server.lists_content = lists_content(toolbox, server, mode);
    // In automatic mode it depends on the client: see Toolbox::shows_content().
    if (mode != ToolMode::automatic) toolbox.shows_content = toolbox.shows_content.value_or(mode == ToolMode::flat);
  }
  return config;
}

std::optional<ServerEntry> resolve_shared(const Config& config, std::string_view toolbox, std::string_view server,
                                          const std::string& project) {
  const ToolboxEntry* const in = find_named(config.toolboxes, toolbox);
  const ServerEntry* const found = in == nullptr ? nullptr : find_named(in->servers, server);
  if (found == nullptr || !found->is_shared()) return std::nullopt;
  ServerEntry resolved = for_client(*found, project);
  resolved.lists_content = lists_content(*in, resolved, config.tool_mode);
  const bool is_shared_so = resolved.is_shared() && resolved.project == project;
  return is_shared_so ? std::optional(std::move(resolved)) : std::nullopt;
}

}  // namespace workbench::config
