#include "tool_lines.hpp"

#include <array>

#include "lean/first_sentence.hpp"
#include "lean/lean_schema.hpp"
#include "lean/redundancy.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::Tool;

ToolLine::ToolLine(const Tool& tool, std::string_view provenance, Level max, const JsonAccess& json) : tool_(tool) {
  name_.append("{\"name\":").append(json.quoted(tool.name)).append(",").append(provenance);
  if (max == Level::name) return;

  constexpr std::array<std::string_view, 2> kNames{"description", "inputSchema"};
  std::array<Json, 2> found;
  static_cast<void>(json.pick(tool.definition, kNames, found));
  if (!tool.description.empty() && !repeats_name(tool.description, tool.name)) {
    description_ = ",\"description\":" + without_needless_escapes(std::string(found[0].text()));
  }
  if (max == Level::schema && !found[1].is_absent()) {
    schema_ = ",\"inputSchema\":" + without_needless_escapes(lean_schema(found[1], tool.name, json));
  }
}

void ToolLine::find_first_sentence(const JsonAccess& json) {
  if (description_.empty()) return;
  sentence_ = ",\"description\":" + json.quoted(first_sentence(tool_.description));
  if (sentence_.size() > description_.size()) sentence_ = description_;
}

std::size_t ToolLine::size(Level level) const {
  const std::size_t closed = name_.size() + 1;
  switch (level) {
    case Level::name: return closed;
    case Level::sentence: return closed + sentence_.size();
    case Level::description: return closed + description_.size();
    case Level::schema: return closed + description_.size() + schema_.size();
  }
  return closed;
}

void ToolLine::append_to(std::string& text, Level level) const {
  text.append(name_);
  if (level == Level::sentence) text.append(sentence_);
  if (level >= Level::description) text.append(description_);
  if (level == Level::schema) text.append(schema_);
  text.append("}");
}

std::vector<Level> fit(const std::vector<ToolLine>& tools, const std::vector<std::size_t>& order, Level max,
                       std::size_t room) {
  std::vector<Level> levels(tools.size(), Level::name);
  std::size_t used = 0;
  for (const ToolLine& tool : tools) used += tool.size(Level::name);
  for (const Level next : {Level::sentence, Level::description, Level::schema}) {
    if (next > max) break;
    for (const std::size_t index : order) {
      const bool has_step_before = static_cast<int>(levels[index]) + 1 == static_cast<int>(next);
      const std::size_t more = tools[index].size(next) - tools[index].size(levels[index]);
      if (!has_step_before || used + more > room) continue;
      levels[index] = next;
      used += more;
    }
  }
  return levels;
}

}  // namespace meta_tools
