#pragma once

#include <vector>

#include "schema_repair/json_schema.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// A schema in a tree.
struct PlacedSchema {
  NodeId schema;  ///< an object, or `true` or `false`
  /// Whether it may be made to allow more; not inside `not` and `if`, which would make the whole allow less.
  bool may_allow_more = true;
  /// Whether `#/...` in it is a pointer from the root; not below an `$id`.
  bool is_of_root = true;
  /// Whether it is the value of `additionalProperties` or a keyword like that, which is mostly `true` or `false`.
  bool is_switch = false;
};

/// Appends to `inner` the schemas in the value of a keyword of `outer`. The value of another keyword has none, nor has
/// one of a wrong kind.
void append_inner_schemas(const Tree& tree, NodeId keyword, const PlacedSchema& outer,
                          std::vector<PlacedSchema>& inner);

/// Calls `visit(placed)` for the schema at `root` and each schema in it, outer ones first. References are not followed:
/// what they refer to is in the tree, too. Linear, does not recurse.
template <typename Visit>
void for_each_schema(const Tree& tree, NodeId root, Visit visit) {
  std::vector<PlacedSchema> pending{PlacedSchema{.schema = root}};
  while (!pending.empty()) {
    PlacedSchema next = pending.back();
    pending.pop_back();
    if (tree.kind(next.schema) != JsonKind::object && tree.kind(next.schema) != JsonKind::boolean) continue;
    next.is_of_root = next.is_of_root && (next.schema == root || tree.member(next.schema, "$id") == kNoNode);
    visit(next);
    for (const NodeId keyword : tree.children(next.schema)) append_inner_schemas(tree, keyword, next, pending);
  }
}

}  // namespace workbench::schema_repair
