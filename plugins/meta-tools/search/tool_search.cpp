#include "tool_search.hpp"

#include <algorithm>
#include <utility>

#include "input.hpp"

namespace meta_tools {

using workbench::Json;
using workbench::JsonAccess;
using workbench::JsonMember;
using workbench::KnownTool;

namespace {

void add_arguments(ToolText& text, const Json& definition, const JsonAccess& json) {
  const Json properties = member_of(member_of(definition, "inputSchema", json), "properties", json);
  if (properties.is_absent()) return;
  const auto arguments = json.members(properties);
  if (!arguments) return;
  for (const JsonMember& argument : *arguments) {
    text.arguments.push_back(argument.key);
    if (argument.value.kind() != workbench::JsonKind::object) continue;
    auto description = json.characters(member_of(argument.value, "description", json));
    if (description) text.argument_descriptions.push_back(*std::move(description));
  }
}

// The same text at the same place need not be compared: the index keeps the definition, so that no other one can have
// taken its place in memory.
bool is_same(const Json& one, const Json& other) {
  const std::string_view text = one.text();
  const std::string_view other_text = other.text();
  return text.size() == other_text.size() && (text.data() == other_text.data() || text == other_text);
}

}  // namespace

std::vector<ToolText> texts_of(const std::vector<KnownTool>& tools, const JsonAccess& json) {
  std::vector<ToolText> texts;
  texts.reserve(tools.size());
  for (const KnownTool& known : tools) {
    ToolText& text = texts.emplace_back();
    text.name = known.tool.name;
    text.title = known.tool.title;
    text.description = known.tool.description;
    text.toolbox = known.identifier.toolbox;
    text.server = known.identifier.server;
    add_arguments(text, known.tool.definition, json);
  }
  return texts;
}

const ToolIndex& ToolSearch::index_of(const std::vector<KnownTool>& tools) {
  const auto known =
      std::find_if(indexes_.begin(), indexes_.end(), [&](const Indexed& indexed) { return is_of(indexed, tools); });
  if (known != indexes_.end()) {
    indexes_.splice(indexes_.begin(), indexes_, known);
  } else {
    indexes_.push_front(make_index(tools));
    if (indexes_.size() > kMaxIndexes) indexes_.pop_back();
  }
  return indexes_.front().index;
}

bool ToolSearch::is_of(const Indexed& indexed, const std::vector<KnownTool>& tools) {
  return std::equal(indexed.tools.begin(), indexed.tools.end(), tools.begin(), tools.end(),
                    [](const IndexedTool& one, const KnownTool& known) {
                      const workbench::ToolIdentifier& other = known.identifier;
                      return one.identifier.tool == other.tool && one.identifier.server == other.server &&
                             one.identifier.toolbox == other.toolbox && is_same(one.definition, known.tool.definition);
                    });
}

ToolSearch::Indexed ToolSearch::make_index(const std::vector<KnownTool>& tools) const {
  std::vector<IndexedTool> indexed;
  indexed.reserve(tools.size());
  for (const KnownTool& known : tools) indexed.push_back({known.identifier, known.tool.definition});
  return {std::move(indexed), ToolIndex(texts_of(tools, json_))};
}

}  // namespace meta_tools
