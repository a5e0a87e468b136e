#include "config/toolboxes_file/tool_filter_entries.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "config/toolboxes_file/values.hpp"

namespace workbench::config {
// The filter's message may repeat the entry, and with it the value of a variable.
std::optional<std::string> problem_with_tool_filter(const JsonNode& node, const std::string& entry,
                                                    const Reading& reading) {
  const std::string_view filter = without_negation(entry);
  if (filter.empty()) return R"(is empty; name a tool, or write "*" for all of them)";
  if (!reading.vocabulary.check_tool_filter) return std::nullopt;
  const auto checked = reading.vocabulary.check_tool_filter(filter);
  if (checked) return std::nullopt;
  if (entry != node.text()) return "is not a valid tool filter after its variables are replaced; correct their values";
  return "is not a valid tool filter: " + checked.error().message;
}

std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading) {
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["..."], one string for each filter)", reading);
    return std::nullopt;
  }
  std::vector<std::string> entries;
  const auto nodes = node.elements();
  for (const JsonNode& element : nodes) {
    auto entry = read_text(element, reading);
    if (!entry) continue;
    if (const auto problem = problem_with_tool_filter(element, *entry, reading)) {
      reading.report.error(element.path, *problem);
    } else {
      entries.push_back(std::move(*entry));
    }
  }
  if (entries.size() != nodes.size()) return std::nullopt;
  if (!entries.empty() && std::all_of(entries.begin(), entries.end(), is_negation)) {
    reading.report.note(node.path, R"(admits no tool, because every entry excludes; add "*" to admit all others)");
  }
  return entries;
}

}  // namespace workbench::config
