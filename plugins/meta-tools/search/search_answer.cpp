#include "search_answer.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "../lean/first_sentence.hpp"
#include "../lean/redundancy.hpp"
#include "../tool_list_writer.hpp"

namespace meta_tools {

using workbench::JsonWriter;
using workbench::KnownTool;

namespace {

/// Lists of names in notes are cut at this length.
constexpr std::size_t kMaxListed = 300;

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t index = 0; index != names.size(); ++index) {
    if (text.size() + names[index].size() > kMaxListed) {
      return text + " and " + std::to_string(names.size() - index) + " more";
    }
    text.append(text.empty() ? "" : ", ").append(names[index]);
  }
  return text;
}

/// With one decimal: the order of tools matters, not their scores.
std::string rounded(double score) {
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), score, std::chars_format::fixed, 1);
  return {text.data(), written.ptr};
}

std::string line_of(const SearchResult::Found& found) {
  const KnownTool& known = *found.tool;
  const workbench::Tool& tool = known.tool;
  const std::string sentence = first_sentence(tool.description.empty() ? tool.title : tool.description);
  JsonWriter line;
  line.object()
      .member("toolbox", known.identifier.toolbox)
      .member("server", known.identifier.server)
      .member("tool", known.identifier.tool);
  if (!sentence.empty() && !repeats_name(sentence, tool.name)) line.member("description", sentence);
  line.key("score").raw(rounded(found.score)).end();
  return std::move(line).take();
}

std::vector<std::string> notes_on(const SearchResult& result) {
  std::vector<std::string> notes;
  if (result.tools.empty()) {
    std::string text = "nothing matches";
    if (!result.nearest_words.empty()) text.append("; similar words that tools have: " + listed(result.nearest_words));
    if (!result.toolboxes.empty()) {
      text.append("; search with other words, or choose a toolbox to open: " + listed(result.toolboxes));
    }
    notes.push_back(std::move(text));
  }
  if (!result.toolboxes_to_open.empty()) {
    notes.push_back("not open yet; call open_toolbox before use_tool: " + listed(result.toolboxes_to_open));
  }
  if (!result.unknown_servers.empty()) {
    notes.push_back("not searched, because their tools are not known before open_toolbox has started them: " +
                    listed(result.unknown_servers));
  }
  return notes;
}

ToolListWriter head_with(const std::vector<std::string>& notes) {
  ToolListWriter list;
  list.member("_notes", notes);
  list.begin_tools();
  return list;
}

}  // namespace

std::string write_search_answer(const SearchResult& result, const workbench::ResultBudget& budget) {
  std::vector<std::string> notes = notes_on(result);
  std::size_t length = budget.length_of(head_with(notes).text()) + budget.length_of("\n]}");
  std::vector<std::string> lines;
  for (const SearchResult::Found& found : result.tools) {
    std::string line = line_of(found);
    length += budget.length_of(line) + budget.length_of(",\n");
    if (length > budget.size && !lines.empty()) break;
    lines.push_back(std::move(line));
  }
  ToolListWriter list = head_with(notes);
  for (const std::string& line : lines) list.add_tool(line);
  return list.finish();
}

}  // namespace meta_tools
