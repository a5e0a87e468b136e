#include "check/tool_explanation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "base/text.hpp"
#include "config/toolboxes_file/json_file.hpp"
#include "json/escape.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::app {
namespace {

std::string path_of_server(std::string_view toolbox, std::string_view server) {
  const std::string path = json::path_member(json::path_member("$", "toolboxes"), toolbox);
  return json::path_member(json::path_member(path, "mcpServers"), server);
}

std::string path_of_filters(std::string_view toolbox, std::string_view server) {
  return json::path_member(path_of_server(toolbox, server), "toolFilters");
}

bool admits(std::string_view filter, const Tool& tool, const registry::Registry& registry) {
  const auto made = servers::make_tool_filter(filter, registry);
  if (!made) return false;
  const Result<bool> answer = (*made)->admits(tool);
  return answer && *answer;
}

}  // namespace

ToolboxesFileLocations::ToolboxesFileLocations(std::filesystem::path file) : file_(std::move(file)) {
  auto read = config::read_json_file(file_);
  auto* const json = std::get_if<config::JsonFile>(&read);
  if (json == nullptr) return;
  text_ = std::move(json->text);
  locations_ = std::move(json->locations);
}

std::string ToolboxesFileLocations::place(std::string_view path) const {
  const auto offset = locations_ ? locations_->offset_of(path) : std::nullopt;
  if (!offset) return file_.string();
  return file_.string() + ":" + std::to_string(json::line_column(text_, *offset).line);
}

std::string ToolboxesFileLocations::of_server(std::string_view toolbox, std::string_view server) const {
  return place(path_of_server(toolbox, server));
}

std::string ToolboxesFileLocations::of_filters(std::string_view toolbox, std::string_view server) const {
  return place(path_of_filters(toolbox, server));
}

std::string ToolboxesFileLocations::of_filter(std::string_view toolbox, std::string_view server,
                                              std::size_t index) const {
  return place(json::path_element(path_of_filters(toolbox, server), index));
}

std::string ToolboxesFileLocations::of_tool(std::string_view toolbox, std::string_view server,
                                            std::string_view tool) const {
  return place(json::path_member(json::path_member(path_of_server(toolbox, server), "tools"), tool));
}

FilterVerdict verdict_of_filters(const config::ServerEntry& server, std::string_view toolbox, const Tool& tool,
                                 const registry::Registry& registry, const ToolboxesFileLocations& locations) {
  if (!server.tool_filters) return {true, "visible: its server has no toolFilters, which show every tool"};
  std::string admitted_by;
  for (std::size_t i = 0; i < server.tool_filters->size(); ++i) {
    const std::string& entry = (*server.tool_filters)[i];
    const bool is_negated = entry.starts_with('!');
    if (!admits(std::string_view(entry).substr(is_negated ? 1 : 0), tool, registry)) continue;
    const std::string rule = json::quoted(entry) + " in " + locations.of_filter(toolbox, server.name, i);
    if (is_negated) return {false, "hidden: the filter " + rule + " excludes it"};
    if (admitted_by.empty()) admitted_by = rule;
  }
  if (!admitted_by.empty()) return {true, "visible: the filter " + admitted_by + " admits it"};
  const std::string filters = "toolFilters in " + locations.of_filters(toolbox, server.name);
  if (server.tool_filters->empty()) return {false, "hidden: " + filters + " is empty, which shows no tool"};
  return {false, "hidden: no filter of " + filters + " admits it; add " + json::quoted(tool.name) + " there"};
}

EntryVerdict verdict_of_entries(const config::ServerEntry& server, std::string_view toolbox,
                                const std::string& own_name, const ToolboxesFileLocations& locations) {
  const auto entry = std::find_if(server.tools.begin(), server.tools.end(),
                                  [&](const config::ToolEntry& one) { return one.own_name == own_name; });
  if (entry == server.tools.end()) return {own_name, {}};
  std::vector<std::string> changed;
  if (entry->title) changed.emplace_back("its title");
  if (entry->description) changed.emplace_back("its description");
  for (const config::ArgumentEntry& argument : entry->arguments) {
    changed.push_back("the argument " + json::quoted(argument.name) + (argument.is_hidden ? " (hidden)" : ""));
  }
  const std::string rule = "the rule at " + locations.of_tool(toolbox, server.name, own_name);
  const bool is_renamed = entry->shown_name() != own_name;
  std::string sentence;
  if (is_renamed) sentence = "renamed by " + rule + "; the server calls it " + json::quoted(own_name);
  if (!changed.empty()) {
    sentence += (is_renamed ? "; that rule also changes " : rule + " changes ") + base::listed(changed);
  }
  return {entry->shown_name(), std::move(sentence)};
}

std::vector<std::string> notes_about(std::string_view tool, const std::vector<std::string>& notes) {
  const std::string name = "\"" + std::string(tool) + "\"";
  std::vector<std::string> about;
  std::copy_if(notes.begin(), notes.end(), std::back_inserter(about),
               [&](const std::string& note) { return note.find(name) != std::string::npos; });
  return about;
}

}  // namespace workbench::app
