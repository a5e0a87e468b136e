#include "schema_repair/repair.hpp"

#include <limits>
#include <memory>
#include <utility>

#include "schema_repair/findings.hpp"
#include "schema_repair/repair_members.hpp"
#include "schema_repair/repair_root.hpp"
#include "schema_repair/repair_schema.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {
namespace {

/// One repair may bring another to light; more rounds than this are none of an honest definition.
constexpr int kMaxRounds = 6;

/// A schema is looked into when its root is right, and a root that was mended is looked at again in the next round.
void take_schema(Findings& findings, Findings root, const Tree& tree, NodeId schema, SchemaRole use) {
  if (!root.fault && root.edits.empty()) root = repair_schema(tree, schema, use);
  if (root.fault && use == SchemaRole::input) findings.fault = std::move(root.fault);
  if (root.fault && use == SchemaRole::output) {
    findings.edits.remove(schema);
    findings.changes.add("outputSchema is left out: " + *root.fault);
    return;
  }
  findings.edits.take(std::move(root.edits));
  findings.changes.take(std::move(root.changes));
  findings.remarks.take(std::move(root.remarks));
}

void mend_output(Findings& findings, const Tree& tree, const ClientRequirements& reader) {
  const NodeId schema = tree.member(Tree::kRoot, "outputSchema");
  if (schema == kNowhere) return;
  take_schema(findings, mend_output_root(tree, schema, reader), tree, schema, SchemaRole::output);
}

void mend_input(Findings& findings, const Tree& tree, const ClientRequirements& reader) {
  const NodeId schema = tree.member(Tree::kRoot, "inputSchema");
  if (schema != kNowhere)
    return take_schema(findings, mend_input_root(tree, schema, reader), tree, schema, SchemaRole::input);
  findings.edits.put_first(Tree::kRoot, R"("inputSchema":{"type":"object"})");
  findings.changes.add("inputSchema was missing; any object is allowed now");
}

Findings look_once(const Tree& tree, const ClientRequirements& reader) {
  Findings findings = repair_members(tree);
  mend_input(findings, tree, reader);
  mend_output(findings, tree, reader);
  return findings;
}

Error left_out(const Tree& tree, const std::string& fault) {
  const NodeId name = tree.member(Tree::kRoot, "name");
  const std::string shown_name =
      name == kNowhere ? "without a name" : shown(json::raw_string_of(tree[name].text).decoded());
  return {ErrorKind::protocol,
          "the tool " + shown_name + " is left out, because clients would refuse it and all others with it: " + fault};
}

std::vector<std::string> joined(Notes changes, Notes remarks) {
  std::vector<std::string> notes = std::move(changes).all();
  for (std::string& remark : std::move(remarks).all()) notes.push_back(std::move(remark));
  return notes;
}

}  // namespace

Result<Repaired> repair(const Json& definition, const ClientRequirements& reader) {
  if (definition.kind() != JsonKind::object || definition.text().size() > std::numeric_limits<NodeId>::max()) {
    return Error{ErrorKind::protocol, "a tool is left out: its definition is not an object"};
  }
  Notes changes;
  Json current = definition;
  for (int round = 0;; ++round) {
    const Tree tree(current.text());
    Findings findings = look_once(tree, reader);
    if (findings.fault) return left_out(tree, *findings.fault);
    changes.take(std::move(findings.changes));
    if (findings.edits.empty()) return Repaired{current, joined(changes, std::move(findings.remarks)), round != 0};
    if (round == kMaxRounds) return left_out(tree, "every repair calls for another");
    current = Json(findings.edits.applied_to(tree));
  }
}

}  // namespace workbench::schema_repair
