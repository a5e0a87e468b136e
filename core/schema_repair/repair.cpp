#include "schema_repair/repair.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include <workbench/json_writer.hpp>

#include "json/lookup.hpp"
#include "schema_repair/findings.hpp"
#include "schema_repair/repair_schema.hpp"
#include "schema_repair/tool_definition.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {
namespace {

/// One repair may make another one necessary; no real definition needs more rounds than this.
constexpr int kMaxRounds = 6;

constexpr std::string_view kBeforeFault = " is left out, because clients would refuse it and all others with it: ";

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
    merge_schema(findings, repair_input_root(tree, input), tree, input, SchemaRole::input);
  }
  const NodeId output = tree.member(Tree::kRoot, "outputSchema");
  if (output != kNoNode) {
    merge_schema(findings, repair_output_root(tree, output, requirements), tree, output, SchemaRole::output);
  }
  return findings;
}

bool are_strings(const Json& list) {
  if (list.kind() != JsonKind::array) return false;
  const std::vector<Json> names = json::elements(list);
  return std::all_of(names.begin(), names.end(), [](const Json& name) { return name.kind() == JsonKind::string; });
}

Error left_out(const Tree& tree, const std::string& fault) {
  const NodeId name = tree.member(Tree::kRoot, "name");
  const std::string shown_name = name == kNoNode ? "without a name" : shown(tree.characters(name));
  return {ErrorKind::protocol, "the tool " + shown_name + std::string(kBeforeFault) + fault};
}

/// A property with this schema and no other, if it can be repaired; else one that allows anything, with its
/// description.
Json repaired_property(const Json& schema, const ClientRequirements& requirements) {
  JsonWriter alone(schema.text().size() + 100);
  alone.object().key("inputSchema").object().member("type", "object");
  alone.key("properties").object().member("a", schema).end().end().end();
  if (auto repaired = repair(std::move(alone).json(), requirements)) {
    return json::member(json::member(json::member(repaired->definition, "inputSchema"), "properties"), "a");
  }
  JsonWriter open;
  const Json description = json::member(schema, "description");
  open.object();
  if (description.kind() == JsonKind::string) open.member("description", description);
  open.end();
  return std::move(open).json();
}

Json repaired_parts(const Json& input, const ClientRequirements& requirements) {
  constexpr std::array<std::string_view, 2> kParts{"properties", "required"};
  std::array<Json, 2> found;
  json::pick_members(input, kParts, found);
  const auto& [properties, required] = found;
  JsonWriter writer(input.text().size());
  writer.object().member("type", "object").key("properties").object();
  std::set<std::string> names;
  for (const JsonMember& property : json::members(properties)) {
    if (names.insert(property.key).second) writer.member(property.key, repaired_property(property.value, requirements));
  }
  writer.end();
  if (are_strings(required)) writer.member("required", required);
  writer.end();
  return std::move(writer).json();
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
  bool has_empty_arrays = false;
  Json current = definition;
  for (int round = 0;; ++round) {
    const Tree tree(current.text());
    Findings findings = examine(tree, requirements);
    if (findings.fault()) return left_out(tree, *findings.fault());
    changes.merge(std::move(findings.changes()));
    has_empty_arrays = has_empty_arrays || findings.has_empty_arrays();
    if (findings.edits().empty()) {
      return Repaired{current, all_notes(std::move(changes), std::move(findings.remarks())), round != 0,
                      has_empty_arrays};
    }
    if (round == kMaxRounds) return left_out(tree, "each repair makes another one necessary");
    current = Json(findings.edits().applied_to(tree));
  }
}

std::string_view fault_in(const Error& left_out) {
  const std::string_view message = left_out.message;
  const std::size_t at = message.find(kBeforeFault);
  return at == std::string_view::npos ? message : message.substr(at + kBeforeFault.size());
}

Result<Repaired> repair_in_part(const Json& definition, const ClientRequirements& requirements) {
  if (definition.kind() != JsonKind::object) return repair(definition, requirements);
  const Json input = json::member(definition, "inputSchema");
  JsonWriter writer(definition.text().size());
  writer.object().raw_items(
      json::members_without(definition, [](std::string_view key) { return key == "inputSchema"; }));
  writer.member("inputSchema", repaired_parts(input, requirements)).end();
  auto repaired = repair(std::move(writer).json(), requirements);
  if (repaired) repaired->was_changed = true;
  return repaired;
}

}  // namespace workbench::schema_repair
