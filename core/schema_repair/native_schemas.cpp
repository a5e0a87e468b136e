#include "schema_repair/native_schemas.hpp"

#include <set>
#include <string>
#include <string_view>

#include "json/escape.hpp"
#include "schema_repair/edits.hpp"
#include "schema_repair/portable_pattern.hpp"
#include "schema_repair/repair_schema.hpp"
#include "schema_repair/schema_walk.hpp"

namespace workbench::schema_repair {
namespace {

/// The object that means the same as `true` or `false`.
std::string object_for(std::string_view boolean) {
  return boolean == "true" ? "{}" : R"({"not":{}})";
}

/// Appends `member` to members, or an element to elements, with a comma where one is needed.
void append_item(std::string& items, std::string_view item) {
  items.append(items.empty() ? "" : ",").append(item);
}

/// Collects the edits to the schemas of one role.
class SchemaRewrite {
 public:
  /// `tree` and `edits` must outlive it.
  SchemaRewrite(const Tree& tree, NodeId root, SchemaRole role, NativeReader reader, Edits& edits)
      : tree_(tree), root_(root), role_(role), reader_(reader), edits_(edits) {}

  void run() {
    for_each_schema(tree_, root_, [this](const PlacedSchema& placed) { rewrite(placed); });
    // What is of 2020-12 now is not checked by the rules of an older draft.
    const NodeId dialect = has_tuples_ ? tree_.member(root_, "$schema") : kNoNode;
    if (dialect != kNoNode) edits_.remove(dialect);
  }

 private:
  void rewrite(const PlacedSchema& placed) {
    if (tree_.kind(placed.schema) == JsonKind::boolean) {
      if (!placed.is_switch) edits_.replace(placed.schema, object_for(tree_.text(placed.schema)));
      return;
    }
    if (role_ == SchemaRole::output) return;
    std::string added;
    add_items(placed.schema, added);
    if (placed.may_allow_more) {
      add_properties(placed.schema, added);
      if (reader_ == NativeReader::host_of_models) remove_patterns(placed.schema, added);
    }
    if (!added.empty()) edits_.put_first(placed.schema, added);
  }

  /// `items` that allow anything mean the same as none.
  void add_items(NodeId schema, std::string& added) {
    const NodeId items = tree_.member(schema, "items");
    if (items != kNoNode && tree_.kind(items) == JsonKind::array) return rename_tuple(schema, items, added);
    if (items == kNoNode && may_be(R"("array")", schema)) append_item(added, R"("items":{})");
  }

  /// What was `items` and `additionalItems` before draft 2020-12 is called `prefixItems` and `items` since.
  void rename_tuple(NodeId schema, NodeId items, std::string& added) {
    has_tuples_ = true;
    const bool is_void = tree_.children(items).empty() || tree_.member(schema, "prefixItems") != kNoNode;
    if (is_void) {
      edits_.remove(items);
    } else {
      edits_.rename(items, R"("prefixItems")");
    }
    const NodeId others = tree_.member(schema, "additionalItems");
    if (others == kNoNode) return append_item(added, R"("items":{})");
    edits_.rename(others, R"("items")");
    if (tree_.kind(others) == JsonKind::boolean) edits_.replace(others, object_for(tree_.text(others)));
  }

  /// Properties that allow anything, for names that `required` has alone; at the root, properties in any case.
  void add_properties(NodeId schema, std::string& added) {
    const NodeId properties = tree_.member(schema, "properties");
    const bool describes_object = schema == root_ || properties != kNoNode || may_be(R"("object")", schema);
    if (!describes_object) return;
    const std::string missing = undescribed(schema, properties);
    if (properties == kNoNode) {
      if (schema == root_ || !missing.empty()) append_item(added, "\"properties\":{" + missing + "}");
    } else if (!missing.empty() && tree_.kind(properties) == JsonKind::object) {
      edits_.put_first(properties, missing);
    }
  }

  /// As members of `properties`.
  [[nodiscard]] std::string undescribed(NodeId schema, NodeId properties) const {
    const NodeId required = tree_.member(schema, "required");
    if (required == kNoNode || tree_.kind(required) != JsonKind::array) return {};
    std::set<std::string> described;
    if (properties != kNoNode) {
      for (const NodeId property : tree_.children(properties)) described.insert(tree_.key(property).decoded());
    }
    std::string missing;
    for (const NodeId name : tree_.children(required)) {
      if (tree_.kind(name) != JsonKind::string || !described.insert(tree_.characters(name)).second) continue;
      append_item(missing, std::string(tree_.text(name)) + ":{}");
    }
    return missing;
  }

  void remove_patterns(NodeId schema, std::string& added) {
    remove_pattern(schema, added);
    remove_pattern_names(schema);
  }

  void remove_pattern(NodeId schema, std::string& added) {
    const NodeId pattern = tree_.member(schema, "pattern");
    if (pattern == kNoNode || tree_.kind(pattern) != JsonKind::string) return;
    const std::string expression = tree_.characters(pattern);
    if (is_portable_pattern(expression)) return;
    edits_.remove(pattern);
    describe(schema, "It matches the regular expression " + expression, added);
  }

  /// Without the names, what they describe is allowed; `additionalProperties` must not refuse it then.
  void remove_pattern_names(NodeId schema) {
    const NodeId named = tree_.member(schema, "patternProperties");
    if (named == kNoNode || tree_.kind(named) != JsonKind::object) return;
    bool is_portable = true;
    for (const NodeId child : tree_.children(named)) {
      is_portable = is_portable && is_portable_pattern(tree_.key(child).decoded());
    }
    if (is_portable) return;
    edits_.remove(named);
    for (const std::string_view others : {"additionalProperties", "unevaluatedProperties"}) {
      const NodeId member = tree_.member(schema, others);
      if (member != kNoNode) edits_.remove(member);
    }
  }

  /// Not beside a reference, where not every API allows a description.
  void describe(NodeId schema, const std::string& sentence, std::string& added) {
    if (tree_.member(schema, "$ref") != kNoNode) return;
    const NodeId description = tree_.member(schema, "description");
    if (description == kNoNode) return append_item(added, "\"description\":" + json::quoted(sentence));
    const std::string present = tree_.characters(description);
    edits_.replace(description, json::quoted(present.empty() ? sentence : present + " " + sentence));
  }

  /// Whether `type` is this one, which is written with quotes, or lists it.
  [[nodiscard]] bool may_be(std::string_view type, NodeId schema) const {
    const NodeId types = tree_.member(schema, "type");
    if (types == kNoNode) return false;
    if (tree_.kind(types) != JsonKind::array) return tree_.text(types) == type;
    for (const NodeId one : tree_.children(types)) {
      if (tree_.text(one) == type) return true;
    }
    return false;
  }

  const Tree& tree_;
  const NodeId root_;
  const SchemaRole role_;
  const NativeReader reader_;
  Edits& edits_;
  bool has_tuples_ = false;
};

}  // namespace

void rewrite_schemas(NativeDraft& draft) {
  const Tree tree(draft.definition.text());
  Edits edits;
  const NodeId input = tree.member(Tree::kRoot, "inputSchema");
  if (input != kNoNode) SchemaRewrite(tree, input, SchemaRole::input, draft.reader, edits).run();
  const NodeId output = tree.member(Tree::kRoot, "outputSchema");
  if (output != kNoNode) SchemaRewrite(tree, output, SchemaRole::output, draft.reader, edits).run();
  if (!edits.empty()) draft.definition = Json(edits.applied_to(tree));
}

}  // namespace workbench::schema_repair
