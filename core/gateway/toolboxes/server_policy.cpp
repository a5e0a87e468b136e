#include "gateway/toolboxes/server_policy.hpp"

#include <algorithm>
#include <utility>

#include "config/toolboxes_file/policy_entries.hpp"
#include "config/toolboxes_file/tool_filter_entries.hpp"
#include "servers/tool_filters.hpp"

namespace workbench::gateway {
namespace {

std::string own_name_of(std::string_view name, const servers::Catalog& catalog) {
  const servers::ToolOnServer* const on_server = catalog.on_server(name);
  return on_server == nullptr ? std::string(name) : on_server->name;
}

}  // namespace

Result<ServerPolicy> ServerPolicy::from(const config::CallPolicy& policy, const registry::Registry& registry) {
  ServerPolicy made;
  made.labels_ = policy.labels;
  made.tool_labels_ = policy.tool_labels;
  for (const std::string& text : policy.approve) {
    const std::string_view filter = config::without_negation(text);
    Entry entry{text, config::is_negation(text), servers::reads_only_names(filter), nullptr};
    if (filter != config::kFlowEntry) {
      auto made_filter = servers::make_tool_filter(filter, registry);
      if (!made_filter) return made_filter.error().within("approve entry '" + text + "'");
      entry.filter = *std::move(made_filter);
    }
    made.entries_.push_back(std::move(entry));
  }
  return made;
}

/// A filter that fails has a person asked, and takes nothing back.
bool ServerPolicy::Entry::matches(const Tool& tool, const std::string& own_name) const {
  const auto admits = [this](const Tool& one) {
    const Result<bool> admitted = filter->admits(one);
    return admitted ? *admitted : !takes_back;
  };
  if (admits(tool)) return true;
  if (own_name == tool.name) return false;
  Tool on_server = tool;
  on_server.name = own_name;
  return admits(on_server);
}

bool ServerPolicy::applies(const Entry& entry, const Tool& tool, const std::string& own_name, Known known) const {
  if (entry.reads_only_names || known == Known::tool) return entry.matches(tool, own_name);
  return known == Known::name && !entry.takes_back;
}

void ServerPolicy::find_approvals(const Tool& tool, const std::string& own_name, Known known,
                                  ToolPolicy& policy) const {
  for (const Entry& entry : entries_) {
    if (entry.filter == nullptr) {
      policy.approves_flows = !entry.takes_back;
    } else if (applies(entry, tool, own_name, known)) {
      if (entry.takes_back) {
        policy.approve.clear();
      } else if (std::find(policy.approve.begin(), policy.approve.end(), entry.text) == policy.approve.end()) {
        policy.approve.push_back(entry.text);
      }
    }
  }
}

const FlowLabels& ServerPolicy::labels_of(const std::string& own_name) const {
  const auto found = tool_labels_.find(own_name);
  return found == tool_labels_.end() ? labels_ : found->second;
}

ToolPolicy ServerPolicy::computed(const Tool& tool, const std::string& own_name, Known known) const {
  ToolPolicy policy;
  find_approvals(tool, own_name, known, policy);
  policy.labels = known == Known::no_tool ? labels_ : labels_of(own_name);
  policy.annotations = tool.annotations;
  policy.is_listed = known == Known::tool;
  policy.title = tool.title;
  policy.own_name = own_name;
  return policy;
}

// The names of unlisted tools come from clients, so that they are not kept.
ToolPolicy ServerPolicy::of_tool(std::string_view name, const servers::Catalog& catalog) const {
  const Tool* const tool = catalog.find_tool(name);
  if (tool == nullptr) {
    Tool named;
    named.name = std::string(name);
    return computed(named, own_name_of(name, catalog), Known::name);
  }
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  return known_.emplace(name, computed(*tool, own_name_of(name, catalog), Known::tool)).first->second;
}

ToolPolicy ServerPolicy::of_request(std::string_view name) const {
  Tool named;
  named.name = std::string(name);
  return computed(named, named.name, Known::no_tool);
}

std::vector<std::string> ServerPolicy::entries_without_tool(const servers::Catalog& catalog) const {
  std::vector<std::string> without;
  for (const Entry& entry : entries_) {
    const auto& tools = catalog.tools();
    const bool matches_some = entry.filter == nullptr || std::any_of(tools.begin(), tools.end(), [&](const Tool& tool) {
                                return entry.matches(tool, own_name_of(tool.name, catalog));
                              });
    if (!matches_some) without.push_back(entry.text);
  }
  return without;
}

}  // namespace workbench::gateway
