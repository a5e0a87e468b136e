#include "schema_repair/repair_root.hpp"

#include <string>

namespace workbench::schema_repair {
namespace {

constexpr std::string_view kObject = R"("object")";
constexpr std::string_view kObjectSchema = R"({"type":"object"})";

// In any case: repair_schema() puts that right.
bool is_object_type(const Tree& tree, NodeId type) {
  std::string name = json::raw_string_of(tree[type].text).decoded();
  for (char& byte : name) byte = static_cast<char>(byte | 0x20);
  return name == "object";
}

bool lists_object(const Tree& tree, NodeId types) {
  if (tree.kind(types) != JsonKind::array) return false;
  NodeId type = tree[types].first_child;
  while (type != kNowhere && !is_object_type(tree, type)) type = tree[type].next;
  return type != kNowhere;
}

/// Whether a schema without a type is meant for objects.
bool speaks_of_properties(const Tree& tree, NodeId schema) {
  for (const std::string_view name : {"properties", "required", "additionalProperties", "patternProperties"}) {
    if (tree.member(schema, name) != kNowhere) return true;
  }
  return false;
}

void add_type(Findings& findings, const Tree& tree, NodeId schema) {
  findings.edits.put_first(schema, R"("type":)" + std::string(kObject));
  note(findings.changes, tree, schema, R"(had no type; it is "object" now)");
}

void mend_type(Findings& findings, const Tree& tree, NodeId type) {
  if (is_object_type(tree, type)) return;
  if (!lists_object(tree, type)) {
    findings.fault = place_of(tree, type) + R"( is not "object")";
    return;
  }
  findings.edits.replace(type, std::string(kObject));
  note(findings.changes, tree, type, R"(was a list; it is "object" now, the one of them that is allowed)");
}

/// `true` and `false` among the properties, as the objects that mean the same.
void mend_properties(Findings& findings, const Tree& tree, NodeId schema) {
  const NodeId properties = tree.member(schema, "properties");
  if (properties == kNowhere || tree.kind(properties) != JsonKind::object) return;
  for (NodeId child = tree[properties].first_child; child != kNowhere; child = tree[child].next) {
    if (tree.kind(child) != JsonKind::boolean) continue;
    findings.edits.replace(child, tree[child].text == "true" ? "{}" : R"({"not":{}})");
    note(findings.changes, tree, child, "was a boolean; it is the object that means the same now");
  }
}

}  // namespace

Findings mend_input_root(const Tree& tree, NodeId schema, const ClientRequirements& reader) {
  Findings findings;
  if (tree.kind(schema) == JsonKind::null || tree[schema].text == "true") {
    findings.edits.replace(schema, std::string(kObjectSchema));
    note(findings.changes, tree, schema, "was " + std::string(tree[schema].text) + "; any object is allowed now");
    return findings;
  }
  if (tree.kind(schema) != JsonKind::object) {
    findings.fault = place_of(tree, schema) + " is not an object";
    return findings;
  }
  const NodeId type = tree.member(schema, "type");
  if (type == kNowhere) {
    add_type(findings, tree, schema);  // says nothing new: arguments are always an object
  } else if (tree.kind(type) == JsonKind::null) {
    findings.edits.replace(type, std::string(kObject));
    note(findings.changes, tree, type, R"(was null; it is "object" now)");
  } else {
    mend_type(findings, tree, type);
  }
  if (reader.wants_object_properties) mend_properties(findings, tree, schema);
  return findings;
}

Findings mend_output_root(const Tree& tree, NodeId schema, const ClientRequirements& reader) {
  Findings findings;
  if (tree.kind(schema) != JsonKind::object) {
    findings.fault = place_of(tree, schema) + " is not an object";
    return findings;
  }
  if (reader.wants_object_output) {
    const NodeId type = tree.member(schema, "type");
    if (type != kNowhere) {
      mend_type(findings, tree, type);
    } else if (speaks_of_properties(tree, schema)) {
      add_type(findings, tree, schema);
    } else {
      findings.fault = place_of(tree, schema) + R"( is not of type "object")";
    }
  }
  if (reader.wants_object_properties) mend_properties(findings, tree, schema);
  return findings;
}

}  // namespace workbench::schema_repair
