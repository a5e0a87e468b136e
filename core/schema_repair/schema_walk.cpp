#include "schema_repair/schema_walk.hpp"

namespace workbench::schema_repair {
namespace {

bool has_schemas(Shape shape) {
  switch (shape) {
    case Shape::schema:
    case Shape::items:
    case Shape::additional_items:
    case Shape::schemas:
    case Shape::named_schemas:
    case Shape::pattern_schemas:
    case Shape::dependencies: return true;
    default: return false;
  }
}

bool is_switch(const json::RawString& key) {
  return key.equals("additionalProperties") || key.equals("additionalItems") || key.equals("unevaluatedProperties") ||
         key.equals("unevaluatedItems");
}

/// Whether the value of the keyword holds schemas, instead of being one.
bool is_list_of_schemas(const Tree& tree, NodeId keyword, Shape shape) {
  if (shape == Shape::schema || shape == Shape::additional_items) return false;
  return shape != Shape::items || tree.kind(keyword) == JsonKind::array;
}

}  // namespace

// In `dependencies`, an array has names; for_each_schema() leaves it out, as everything that is not a schema.
void append_inner_schemas(const Tree& tree, NodeId keyword, const PlacedSchema& outer,
                          std::vector<PlacedSchema>& inner) {
  const json::RawString key = tree.key(keyword);
  const Shape shape = find_keyword(key).shape;
  if (!has_schemas(shape)) return;
  const bool inverts = key.equals("not") || key.equals("if");
  PlacedSchema found{keyword, outer.may_allow_more && !inverts, outer.is_of_root, is_switch(key)};
  if (!is_list_of_schemas(tree, keyword, shape)) return inner.push_back(found);
  found.is_switch = false;
  for (const NodeId child : tree.children(keyword)) {
    found.schema = child;
    inner.push_back(found);
  }
}

}  // namespace workbench::schema_repair
