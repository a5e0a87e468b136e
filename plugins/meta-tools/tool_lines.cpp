#include "tool_lines.hpp"

#include <array>
#include <utility>

#include <workbench/json_writer.hpp>

#include "lean/first_sentence.hpp"
#include "lean/lean_schema.hpp"
#include "lean/redundancy.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonWriter;
using workbench::Tool;

namespace {

/// `"name":value`.
std::string raw_member(std::string_view name, std::string_view value) {
  JsonWriter writer(name.size() + value.size() + 3);
  writer.key(name).raw(value);
  return std::move(writer).take();
}

/// How much members add to an object that has others.
std::size_t added(const std::string& members, const workbench::ResultBudget& budget) {
  return members.empty() ? 0 : budget.length_of(members) + 1;
}

}  // namespace

ToolLine::ToolLine(const Tool& tool, std::string_view provenance, Level max, const JsonAccess& json) : tool_(tool) {
  JsonWriter name;
  name.member("name", tool.name).raw_items(provenance);
  name_ = std::move(name).take();
  if (max == Level::name) return;

  constexpr std::array<std::string_view, 2> kNames{"description", "inputSchema"};
  std::array<Json, 2> found;
  static_cast<void>(json.pick(tool.definition, kNames, found));
  if (!tool.description.empty() && !repeats_name(tool.description, tool.name)) {
    description_ = raw_member("description", without_needless_escapes(std::string(found[0].text())));
  }
  if (max == Level::schema && !found[1].is_absent()) {
    schema_ = raw_member("inputSchema", without_needless_escapes(lean_schema(found[1], tool.name, json)));
  }
}

void ToolLine::find_first_sentence() {
  if (description_.empty()) return;
  JsonWriter writer;
  writer.member("description", first_sentence(tool_.description));
  sentence_ = std::move(writer).take();
  if (sentence_.size() > description_.size()) sentence_ = description_;
}

std::string ToolLine::text(Level level) const {
  JsonWriter writer(size(level));
  writer.object().raw_items(name_);
  if (level == Level::sentence) writer.raw_items(sentence_);
  if (level >= Level::description) writer.raw_items(description_);
  if (level == Level::schema) writer.raw_items(schema_);
  writer.end();
  return std::move(writer).take();
}

std::size_t ToolLine::length(Level level, const workbench::ResultBudget& budget) const {
  const std::size_t closed = budget.length_of(name_) + std::string_view("{}").size();
  switch (level) {
    case Level::name: return closed;
    case Level::sentence: return closed + added(sentence_, budget);
    case Level::description: return closed + added(description_, budget);
    case Level::schema: return closed + added(description_, budget) + added(schema_, budget);
  }
  return closed;
}

std::vector<Level> fit(const std::vector<ToolLine>& tools, const std::vector<std::size_t>& order, Level max,
                       const workbench::ResultBudget& budget) {
  std::vector<Level> levels(tools.size(), Level::name);
  std::size_t used = 0;
  for (const ToolLine& tool : tools) used += tool.length(Level::name, budget);
  for (const Level next : {Level::sentence, Level::description, Level::schema}) {
    if (next > max) break;
    for (const std::size_t index : order) {
      const bool has_step_before = static_cast<int>(levels[index]) + 1 == static_cast<int>(next);
      if (!has_step_before) continue;
      const std::size_t more = tools[index].length(next, budget) - tools[index].length(levels[index], budget);
      if (used + more > budget.size) continue;
      levels[index] = next;
      used += more;
    }
  }
  return levels;
}

}  // namespace meta_tools
