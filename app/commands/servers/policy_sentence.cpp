#include "commands/servers/policy_sentence.hpp"

#include <vector>

#include "base/text.hpp"
#include "json/escape.hpp"

namespace workbench::app {
namespace {

std::string names_of(const FlowLabels& labels) {
  std::vector<std::string> names;
  if (labels.is_private) names.emplace_back("private");
  if (labels.is_untrusted) names.emplace_back("untrusted");
  if (labels.sends) names.emplace_back("sends");
  return base::listed(names);
}

}  // namespace

std::string policy_sentence(const ToolPolicy& policy) {
  std::string sentence;
  if (policy.approve.empty()) {
    sentence = "not needed: no entry of \"approve\" matches it";
  } else {
    std::vector<std::string> entries;
    for (const std::string& entry : policy.approve) entries.push_back(json::quoted(entry));
    sentence = "a person is asked before each call: \"approve\" has " + base::listed(entries);
  }
  if (!policy.labels.empty()) sentence += "; its labels: " + names_of(policy.labels);
  if (policy.approves_flows) sentence += "; a person is also asked where three labels meet (\"flow:\")";
  return sentence;
}

}  // namespace workbench::app
