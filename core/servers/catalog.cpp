#include "servers/catalog.hpp"

#include <utility>

#include "json/lookup.hpp"
#include "protocol/listing.hpp"
#include "schema_repair/repair.hpp"

namespace workbench::servers {

using protocol::ListedItem;
using protocol::ListKind;

bool Catalog::update(ListKind kind, const std::vector<ListedItem>& listed,
                     std::optional<std::string_view> repaired_for) {
  std::vector<ListedItem>& items = items_[static_cast<std::size_t>(kind)];
  const std::vector<ListedItem> before = std::exchange(items, {});
  if (kind == ListKind::tools) {
    update_tools(listed, repaired_for);
  } else {
    items = listed;
  }
  return items != before;
}

void Catalog::update_tools(const std::vector<ListedItem>& listed, std::optional<std::string_view> repaired_for) {
  tools_.clear();
  by_name_.clear();
  notes_.clear();
  for (const ListedItem& item : listed) {
    auto tool = protocol::read_tool(item.definition);
    if (!tool || !is_admitted(*tool)) continue;
    if (repaired_for) {
      auto definition = repaired(*tool, *repaired_for);
      if (!definition) continue;
      tool->definition = *std::move(definition);
    }
    const bool has_headers = tool->definition.text().find("x-mcp-header") != std::string_view::npos;
    by_name_.emplace(tool->name, Found{tools_.size(), has_headers});
    items_[static_cast<std::size_t>(ListKind::tools)].push_back({tool->name, tool->definition});
    tools_.push_back(*std::move(tool));
  }
}

const Tool* Catalog::find_tool(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tools_[found->second.index];
}

const Tool* Catalog::find_tool_with_headers(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() || !found->second.has_headers ? nullptr : &tools_[found->second.index];
}

bool Catalog::has_capability(std::string_view name) const {
  return !json::member(capabilities_, name).is_absent();
}

bool Catalog::is_admitted(const Tool& tool) const {
  const Result<bool> admitted = filters_.admit(tool);
  if (!admitted) {
    host_.log(LogLevel::error, source_, "the tool '" + tool.name + "' is hidden: " + admitted.error().message);
  }
  if (!admitted || !*admitted) return false;
  if (!protocol::needs_a_task(tool)) return true;
  host_.log(LogLevel::warning, source_, "the tool '" + tool.name + "' is hidden: it runs as a task only");
  return false;
}

std::optional<Json> Catalog::repaired(const Tool& tool, std::string_view revision) {
  auto repaired = schema_repair::repair(tool.definition, schema_repair::requirements_of(revision));
  if (!repaired) {
    host_.log(LogLevel::warning, source_, repaired.error().message);
    notes_.push_back(repaired.error().message);
    return std::nullopt;
  }
  for (const std::string& note : repaired->notes) {
    const std::string sentence = "the tool \"" + tool.name + "\": " + note;
    host_.log(LogLevel::information, source_, sentence);
    if (repaired->was_changed) notes_.push_back(sentence);
  }
  return std::move(repaired->definition);
}

}  // namespace workbench::servers
