#include "schema_repair/tool_definition.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/ascii.hpp"
#include "json/empty_containers.hpp"
#include "schema_repair/json_schema.hpp"

namespace workbench::schema_repair {
namespace {

constexpr std::size_t kMaxName = 128;
constexpr std::string_view kObject = R"("object")";

bool is_allowed_in_names(char byte) {
  return base::is_ascii_letter_or_digit(byte) || byte == '_' || byte == '.' || byte == '/' || byte == '-';
}

void check_name(const Tree& tree, Findings& findings) {
  const NodeId member = tree.member(Tree::kRoot, "name");
  if (member == kNoNode || tree.kind(member) != JsonKind::string) return;
  const std::string name = tree.characters(member);
  if (name.size() > kMaxName) {
    findings.remark(member, "is longer than 128 characters, which clients may refuse");
  } else if (!std::all_of(name.begin(), name.end(), is_allowed_in_names)) {
    findings.remark(member, "has characters besides A-Z, a-z, 0-9, _ . / and -, which clients may refuse");
  }
}

/// The member, if it exists and has that kind; a member of another kind is removed.
NodeId remove_unless(JsonKind kind, NodeId object, std::string_view name, const Tree& tree, Findings& findings) {
  const NodeId member = tree.member(object, name);
  if (member == kNoNode || tree.kind(member) == kind) return member;
  const std::string_view what = kind == JsonKind::string   ? "a string"
                                : kind == JsonKind::object ? "an object"
                                : kind == JsonKind::array  ? "an array"
                                                           : "a boolean";
  if (kind == JsonKind::object && json::is_empty_array(tree.text(member))) {
    findings.read_as_object(member);
    return kNoNode;
  }
  findings.remove(member, std::string("was not ").append(what).append("; it is left out"));
  return kNoNode;
}

void check_annotations(const Tree& tree, Findings& findings) {
  const NodeId annotations = remove_unless(JsonKind::object, Tree::kRoot, "annotations", tree, findings);
  if (annotations == kNoNode) return;
  remove_unless(JsonKind::string, annotations, "title", tree, findings);
  for (const std::string_view hint : {"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}) {
    remove_unless(JsonKind::boolean, annotations, hint, tree, findings);
  }
}

bool is_string_or_missing(const Tree& tree, NodeId member) {
  return member == kNoNode || tree.kind(member) == JsonKind::string;
}

bool is_icon(const Tree& tree, NodeId icon) {
  const NodeId source = tree.member(icon, "src");
  if (source == kNoNode || tree.kind(source) != JsonKind::string) return false;
  if (!is_string_or_missing(tree, tree.member(icon, "mimeType"))) return false;
  const NodeId theme = tree.member(icon, "theme");
  if (theme != kNoNode && tree.characters(theme) != "light" && tree.characters(theme) != "dark") return false;
  const NodeId sizes = tree.member(icon, "sizes");
  if (sizes == kNoNode) return true;
  if (tree.kind(sizes) != JsonKind::array) return false;
  for (const NodeId size : tree.children(sizes)) {
    if (tree.kind(size) != JsonKind::string) return false;
  }
  return true;
}

void check_icons(const Tree& tree, Findings& findings) {
  const NodeId icons = remove_unless(JsonKind::array, Tree::kRoot, "icons", tree, findings);
  if (icons == kNoNode) return;
  for (const NodeId icon : tree.children(icons)) {
    if (is_icon(tree, icon)) continue;
    return findings.remove(icons, "had an entry that is not an icon of the specification; they are left out");
  }
}

void check_execution(const Tree& tree, Findings& findings) {
  const NodeId execution = remove_unless(JsonKind::object, Tree::kRoot, "execution", tree, findings);
  if (execution == kNoNode) return;
  const NodeId support = tree.member(execution, "taskSupport");
  if (support == kNoNode) return;
  const std::string value = tree.characters(support);
  if (value == "required" || value == "optional" || value == "forbidden") return;
  findings.remove(support, "was not required, optional or forbidden; it is left out");
}

// In any case: repair_schema() changes it to lower case.
bool is_object_type(const Tree& tree, NodeId type) {
  return find_type(tree.characters(type)) == "object";
}

bool lists_object(const Tree& tree, NodeId types) {
  if (tree.kind(types) != JsonKind::array) return false;
  for (const NodeId type : tree.children(types)) {
    if (is_object_type(tree, type)) return true;
  }
  return false;
}

/// Whether a schema without a type is meant for objects.
bool has_object_keywords(const Tree& tree, NodeId schema) {
  for (const std::string_view name : {"properties", "required", "additionalProperties", "patternProperties"}) {
    if (tree.member(schema, name) != kNoNode) return true;
  }
  return false;
}

void add_type(Findings& findings, NodeId schema) {
  findings.put_first(schema, R"("type":)" + std::string(kObject), R"(had no type; it is "object" now)");
}

void repair_type(const Tree& tree, NodeId type, Findings& findings) {
  if (is_object_type(tree, type)) return;
  if (!lists_object(tree, type)) return findings.fail(type, R"(is not "object")");
  findings.replace(type, std::string(kObject), R"(was a list; it is "object" now, the one of them that is allowed)");
}

}  // namespace

Findings repair_members(const Tree& tree) {
  Findings findings(tree);
  check_name(tree, findings);
  remove_unless(JsonKind::string, Tree::kRoot, "title", tree, findings);
  remove_unless(JsonKind::string, Tree::kRoot, "description", tree, findings);
  remove_unless(JsonKind::object, Tree::kRoot, "_meta", tree, findings);
  check_annotations(tree, findings);
  check_icons(tree, findings);
  check_execution(tree, findings);
  return findings;
}

Findings repair_input_root(const Tree& tree, NodeId schema) {
  Findings findings(tree);
  if (tree.kind(schema) == JsonKind::null || tree.text(schema) == "true") {
    findings.replace(schema, R"({"type":"object"})",
                     std::string("was ").append(tree.text(schema)).append("; any object is allowed now"));
    return findings;
  }
  if (json::is_empty_array(tree.text(schema))) {
    findings.read_as_object(schema);
    return findings;
  }
  if (tree.kind(schema) != JsonKind::object) {
    findings.fail(schema, "is not an object");
    return findings;
  }
  const NodeId type = tree.member(schema, "type");
  if (type == kNoNode) {
    add_type(findings, schema);  // changes nothing: arguments are always an object
  } else if (tree.kind(type) == JsonKind::null) {
    findings.replace(type, std::string(kObject), R"(was null; it is "object" now)");
  } else {
    repair_type(tree, type, findings);
  }
  return findings;
}

Findings repair_output_root(const Tree& tree, NodeId schema, const ClientRequirements& requirements) {
  Findings findings(tree);
  if (tree.kind(schema) != JsonKind::object) {
    findings.fail(schema, "is not an object");
    return findings;
  }
  if (requirements.requires_object_output) {
    const NodeId type = tree.member(schema, "type");
    if (type != kNoNode) {
      repair_type(tree, type, findings);
    } else if (has_object_keywords(tree, schema)) {
      add_type(findings, schema);
    } else {
      findings.fail(schema, R"(is not of type "object")");
    }
  }
  return findings;
}

}  // namespace workbench::schema_repair
