#include "question_facts.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <workbench/locked_items.hpp>
#include <workbench/toolboxes.hpp>

#include "json_digest.hpp"
#include "shown_text.hpp"

namespace workbench::approvals {
namespace {

/// By the defaults of the specification: a tool that says nothing is destructive and open.
std::vector<std::string> hints_of(const ToolPolicy& policy) {
  if (!policy.is_listed) return {"unknown: its server has not listed it yet"};
  std::vector<std::string> hints;
  const ToolAnnotations& given = policy.annotations;
  if (given.read_only_hint.value_or(false)) {
    hints.emplace_back("read-only");
  } else {
    const bool is_said = given.destructive_hint.has_value();
    if (given.destructive_hint.value_or(true)) hints.emplace_back(is_said ? "destructive" : "destructive (by default)");
    if (!given.destructive_hint.value_or(true)) hints.emplace_back("writes");
  }
  if (given.open_world_hint.value_or(true)) {
    hints.emplace_back(given.open_world_hint.has_value() ? "open-world" : "open-world (by default)");
  }
  return hints;
}

std::optional<CatalogItemKind> kind_of(const std::string& method) {
  if (method == "tools/call") return CatalogItemKind::tool;
  if (method == "prompts/get") return CatalogItemKind::prompt;
  if (method == "resources/read") return CatalogItemKind::resource;
  return std::nullopt;
}

std::optional<KnownTool> tool_of(HeldRequest& request) {
  if (!request.is_tool_call()) return std::nullopt;
  return request.call().toolboxes().find_tool(request.target());
}

/// Records have the server's own names.
std::string since_of(HeldRequest& request, const ToolPolicy& policy, Host& host) {
  const auto kind = kind_of(request.method());
  const auto* const locked = host.extension<LockedItems>();
  if (locked == nullptr || !kind) return {};
  const ToolIdentifier& target = request.target();
  const std::string& own_name = policy.own_name.empty() ? target.tool : policy.own_name;
  const auto item = locked->find(target.toolbox, target.server, *kind, own_name);
  if (!item) return "not in workbench.lock";
  if (item->is_changed) return "differs from workbench.lock";
  return item->since.empty() ? "in workbench.lock" : "reviewed " + shown_line(item->since);
}

std::vector<std::string> rules_of(const ToolPolicy& policy, bool is_flow) {
  std::vector<std::string> rules;
  for (const std::string& rule : policy.approve) rules.push_back(shown_line(rule));
  if (is_flow) rules.emplace_back("flow:");
  return rules;
}

}  // namespace

CallKey key_of(HeldRequest& request) {
  CallKey key{request.method(), request.target(), json_digest(request.arguments()), {}};
  if (const auto tool = tool_of(request)) key.definition = json_digest(tool->tool.definition);
  return key;
}

QuestionText text_of(HeldRequest& request, const ToolPolicy& policy, std::string flow, Host& host) {
  QuestionText text;
  text.title = shown_line(policy.title, 100);
  if (request.is_tool_call()) text.hints = hints_of(policy);
  text.rules = rules_of(policy, !flow.empty());
  text.flow = std::move(flow);
  text.since = since_of(request, policy, host);
  text.arguments = shown_arguments(request.arguments());
  return text;
}

}  // namespace workbench::approvals
