#include "config/toolboxes_file/policy_entries.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "config/suggestion.hpp"
#include "config/toolboxes_file/file_keys.hpp"
#include "config/toolboxes_file/tool_filter_entries.hpp"
#include "config/toolboxes_file/values.hpp"
#include "json/escape.hpp"

namespace workbench::config {
namespace {

/// Schemes that stand without a text, so that their colon is easily forgotten.
constexpr std::array<std::string_view, 4> kSchemesWithoutText{"destructive", "writes", "open-world", "flow"};

/// What is wrong with an entry of `approve`, `what; what to do`. Absent: nothing.
std::optional<std::string> problem_with_approve(const JsonNode& node, const std::string& entry,
                                                const Reading& reading) {
  const std::string_view filter = without_negation(entry);
  if (filter == kFlowEntry) return std::nullopt;
  if (std::find(kSchemesWithoutText.begin(), kSchemesWithoutText.end(), filter) != kSchemesWithoutText.end()) {
    const std::string name(filter);
    return "is the name of a tool; did you mean \"" + name + ":\"? (a tool of this name is \"name:" + name + "\")";
  }
  if (filter.starts_with(kFlowEntry)) return R"(has a text after "flow:", which takes none; write "flow:")";
  return problem_with_tool_filter(node, entry, reading);
}

bool FlowLabels::*label_named(std::string_view name) {
  static const std::map<std::string_view, bool FlowLabels::*> labels = {
      {"private", &FlowLabels::is_private}, {"untrusted", &FlowLabels::is_untrusted}, {"sends", &FlowLabels::sends}};
  const auto found = labels.find(name);
  return found == labels.end() ? nullptr : found->second;
}

void read_label(const JsonNode& node, FlowLabels& labels, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text) return;
  if (const auto label = label_named(*text)) {
    labels.*label = true;
  } else {
    reading.report.error(node.path,
                         "unknown label " + json::quoted(node.text()) +
                             R"(; use "private" (its results hold private data), )" +
                             R"("untrusted" (they hold text that anyone may have written) or "sends" (it sends its )" +
                             "arguments to where others can read them)");
  }
}

}  // namespace

std::vector<std::string> read_approve(const JsonNode& node, Reading& reading) {
  std::vector<std::string> entries;
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["destructive:"], one string for each filter)", reading);
    return entries;
  }
  for (const JsonNode& element : node.elements()) {
    auto entry = read_text(element, reading);
    if (!entry) continue;
    if (const auto problem = problem_with_approve(element, *entry, reading)) {
      reading.report.error(element.path, *problem);
    } else {
      entries.push_back(*std::move(entry));
    }
  }
  std::stable_partition(entries.begin(), entries.end(), [](const std::string& entry) { return !is_negation(entry); });
  return entries;
}

FlowLabels read_labels(const JsonNode& node, Reading& reading) {
  FlowLabels labels;
  if (!node.is_array()) {
    report_wrong_type(node, "an array of strings", R"(write ["private"], one string for each label)", reading);
    return labels;
  }
  for (const JsonNode& element : node.elements()) read_label(element, labels, reading);
  return labels;
}

std::string read_lock(const JsonNode& node, Reading& reading) {
  const auto text = read_text(node, reading);
  if (!text) return {};
  const std::vector<std::string>& known = choices_of(KeyPlace::toolbox, "lock");
  if (std::find(known.begin(), known.end(), *text) != known.end()) {
    const std::string& objection = reading.vocabulary.lock_objection;
    if (*text != "off" && !objection.empty()) reading.report.error(node.path, json::quoted(*text) + " " + objection);
    return *text;
  }
  reading.report.error(node.path,
                       "unknown value " + json::quoted(node.text()) +
                           "; use \"off\", \"warn\" or \"block\" (what differs from workbench.lock is shown, "
                           "shown with a note, or withheld)");
  return {};
}

}  // namespace workbench::config
