#include "schema_repair/repair.hpp"

#include <utility>

#include "schema_repair/findings.hpp"
#include "schema_repair/repair_schema.hpp"
#include "schema_repair/tool_definition.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {
namespace {

/// One repair may make another one necessary; no real definition needs more rounds than this.
constexpr int kMaxRounds = 6;

/// Examines the inside of a schema if its root needs no repair; a repaired root is examined again in the next round.
void merge_schema(Findings& findings, Findings root, const Tree& tree, NodeId schema, SchemaRole role) {
  if (!root.fault() && root.edits().empty()) root = repair_schema(tree, schema, role);
  if (!root.fault() || role == SchemaRole::input) return findings.merge(std::move(root));
  findings.remove(schema, "is left out: " + *root.fault());
}

Findings examine(const Tree& tree, const ClientRequirements& requirements) {
  Findings findings = repair_members(tree);
  const NodeId input = tree.member(Tree::kRoot, "inputSchema");
  if (input == kNoNode) {
    findings.put_first(Tree::kRoot, R"("inputSchema":{"type":"object"})",
                       "inputSchema was missing; any object is allowed now");
  } else {
    merge_schema(findings, repair_input_root(tree, input, requirements), tree, input, SchemaRole::input);
  }
  const NodeId output = tree.member(Tree::kRoot, "outputSchema");
  if (output != kNoNode) {
    merge_schema(findings, repair_output_root(tree, output, requirements), tree, output, SchemaRole::output);
  }
  return findings;
}

Error left_out(const Tree& tree, const std::string& fault) {
  const NodeId name = tree.member(Tree::kRoot, "name");
  const std::string shown_name = name == kNoNode ? "without a name" : shown(tree.characters(name));
  return {ErrorKind::protocol,
          "the tool " + shown_name + " is left out, because clients would refuse it and all others with it: " + fault};
}

std::vector<std::string> all_notes(Notes changes, Notes remarks) {
  std::vector<std::string> notes = std::move(changes).sentences();
  for (std::string& remark : std::move(remarks).sentences()) notes.push_back(std::move(remark));
  return notes;
}

}  // namespace

Result<Repaired> repair(const Json& definition, const ClientRequirements& requirements) {
  if (definition.kind() != JsonKind::object) {
    return Error{ErrorKind::protocol, "a tool is left out: its definition is not an object"};
  }
  if (definition.text().size() > kMaxDefinitionBytes) {
    return Repaired{definition, {"the definition is larger than 1 MiB and not checked; clients may refuse it"}, false};
  }
  Notes changes;
  Json current = definition;
  for (int round = 0;; ++round) {
    const Tree tree(current.text());
    Findings findings = examine(tree, requirements);
    if (findings.fault()) return left_out(tree, *findings.fault());
    changes.merge(std::move(findings.changes()));
    if (findings.edits().empty()) {
      return Repaired{current, all_notes(std::move(changes), std::move(findings.remarks())), round != 0};
    }
    if (round == kMaxRounds) return left_out(tree, "each repair makes another one necessary");
    current = Json(findings.edits().applied_to(tree));
  }
}

}  // namespace workbench::schema_repair
