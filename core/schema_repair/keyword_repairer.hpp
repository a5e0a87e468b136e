#pragma once

#include <string_view>
#include <vector>

#include "schema_repair/findings.hpp"
#include "schema_repair/json_schema.hpp"
#include "schema_repair/tree.hpp"

namespace workbench::schema_repair {

/// A schema to look at.
struct SchemaVisit {
  NodeId schema;
  NodeId resource;  ///< the schema with an `$id` in which it is, which may be itself
  bool may_relax;   ///< whether it may be made to allow more; not inside `not`, `if` and `oneOf`: they would allow less
};

/// Checks the values of single keywords and repairs them. References, identifiers and anchors are not checked here:
/// they concern more than one schema.
class KeywordRepairer {
 public:
  /// `tree` and `findings` must outlive the repairer.
  KeywordRepairer(const Tree& tree, Dialect dialect, Findings& findings)
      : tree_(tree), dialect_(dialect), findings_(findings) {}

  /// Checks a keyword of the schema `visit`. Appends the schemas in the keyword's value to `inner`.
  void check(NodeId member, Shape shape, const SchemaVisit& visit, std::vector<SchemaVisit>& inner);

 private:
  void check_schema(NodeId member, SchemaVisit visit, std::vector<SchemaVisit>& inner);
  void check_schemas(NodeId members, JsonKind kind, SchemaVisit visit, std::vector<SchemaVisit>& inner);
  void check_items(NodeId member, const SchemaVisit& visit, std::vector<SchemaVisit>& inner);
  void check_additional_items(NodeId member, const SchemaVisit& visit);
  void check_patterns(NodeId members);
  void check_dependencies(NodeId members, const SchemaVisit& visit, std::vector<SchemaVisit>& inner);
  void check_named_names(NodeId members, const SchemaVisit& visit);
  void check_names(NodeId member, const SchemaVisit& visit);
  void check_type(NodeId member, const SchemaVisit& visit);
  void check_types(NodeId member, const SchemaVisit& visit);
  void check_values(NodeId member, const SchemaVisit& visit);
  void check_number(NodeId member, const SchemaVisit& visit);
  void check_exclusive_limit(NodeId member, const SchemaVisit& visit);
  void check_pattern_text(NodeId member, const SchemaVisit& visit);
  void check_old_identifier(NodeId member);
  void check_nullable(NodeId member, const SchemaVisit& visit);

  [[nodiscard]] bool are_names(NodeId value) const;
  /// Removes a keyword without which the schema allows more; a fault where it may not.
  void relax(NodeId member, std::string_view why, const SchemaVisit& visit);

  const Tree& tree_;
  const Dialect dialect_;
  Findings& findings_;
};

}  // namespace workbench::schema_repair
