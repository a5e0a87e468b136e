#include "config/tool_filters.hpp"

#include <algorithm>
#include <string_view>

#include "config/option_value.hpp"

namespace workbench {
namespace {

bool is_negation(std::string_view entry) {
  return !entry.empty() && entry.front() == '!';
}

/// What is wrong with an entry, `what; what to do`.
std::optional<std::string> fault_of(const JsonNode& node, const std::string& entry, const Reading& reading) {
  const std::string_view filter = std::string_view(entry).substr(is_negation(entry) ? 1 : 0);
  if (filter.empty()) return R"(is empty; name a tool, or write "*" for all of them)";
  if (!reading.vocabulary.check_tool_filter) return std::nullopt;
  const auto checked = reading.vocabulary.check_tool_filter(filter);
  if (checked) return std::nullopt;
  // The filter's own words may repeat the entry, and with it the value of a variable.
  if (entry != node.text()) return "is no valid tool filter once its variables are replaced; correct their values";
  return "is no valid tool filter: " + checked.error().message;
}

}  // namespace

std::optional<std::vector<std::string>> read_tool_filters(const JsonNode& node, Reading& reading) {
  auto entries = read_text_list(node, reading);
  if (!entries) return std::nullopt;
  const auto nodes = node.elements();
  bool all_valid = true;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    if (const auto fault = fault_of(nodes[i], (*entries)[i], reading)) {
      reading.report.error(nodes[i].path, *fault);
      all_valid = false;
    }
  }
  if (!all_valid) return std::nullopt;
  if (!entries->empty() && std::all_of(entries->begin(), entries->end(), is_negation)) {
    reading.report.note(node.path, R"(admits no tool, because every entry takes away; add "*" to begin with all)");
  }
  return entries;
}

}  // namespace workbench
