#include "workspace_flows.hpp"

#include <algorithm>

namespace workbench::approvals {
namespace {

bool has_label(const FlowLabels& labels, FlowLabel label) {
  switch (label) {
    case FlowLabel::is_private: return labels.is_private;
    case FlowLabel::is_untrusted: return labels.is_untrusted;
    case FlowLabel::sends: return labels.sends;
  }
  return false;
}

const char* words_for(FlowLabel label) {
  switch (label) {
    case FlowLabel::is_private: return "private data";
    case FlowLabel::is_untrusted: return "text that anyone may have written";
    case FlowLabel::sends: return "sending to others";
  }
  return "";
}

}  // namespace

void WorkspaceFlows::begin(const FlowLabels& labels, const std::string& target) {
  for (const FlowLabel label : kFlowLabels) {
    if (!has_label(labels, label)) continue;
    Mark& mark = mark_of(label);
    if (!is_set(label)) mark.set_by = target;
    ++mark.in_flight;
  }
}

void WorkspaceFlows::end(const FlowLabels& labels, FlowReach reach) {
  for (const FlowLabel label : kFlowLabels) {
    if (!has_label(labels, label)) continue;
    Mark& mark = mark_of(label);
    --mark.in_flight;
    const FlowReach least = label == FlowLabel::sends ? FlowReach::sent : FlowReach::answered;
    mark.is_set = mark.is_set || reach >= least;
    if (!is_set(label)) mark.set_by.clear();
  }
}

bool WorkspaceFlows::would_meet(const FlowLabels& labels) const {
  if (labels.empty()) return false;
  const bool meet = std::all_of(kFlowLabels.begin(), kFlowLabels.end(),
                                [&](FlowLabel label) { return is_set(label) || has_label(labels, label); });
  const bool have_met =
      std::all_of(kFlowLabels.begin(), kFlowLabels.end(), [&](FlowLabel label) { return is_set(label); });
  return meet && (!have_met || labels.sends);
}

std::string WorkspaceFlows::explain(const FlowLabels& labels) const {
  std::string text;
  for (const FlowLabel label : kFlowLabels) {
    if (!text.empty()) text += ", ";
    const bool is_of_this = has_label(labels, label) && !is_set(label);
    text.append(words_for(label)).append(" (").append(is_of_this ? "this call" : set_by(label)).append(")");
  }
  return text;
}

bool WorkspaceFlows::is_set(FlowLabel label) const {
  const Mark& mark = mark_of(label);
  return mark.is_set || mark.in_flight > 0;
}

const std::string& WorkspaceFlows::set_by(FlowLabel label) const {
  return mark_of(label).set_by;
}

bool WorkspaceFlows::has_any() const {
  return std::any_of(kFlowLabels.begin(), kFlowLabels.end(), [this](FlowLabel label) { return is_set(label); });
}

}  // namespace workbench::approvals
