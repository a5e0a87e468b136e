#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "schema_repair/dialect.hpp"
#include "schema_repair/findings.hpp"
#include "schema_repair/keywords.hpp"
#include "schema_repair/references.hpp"
#include "schema_repair/repair_schema.hpp"

namespace workbench::schema_repair {

/// One repair_schema(): takes schema after schema from a list, and puts those that it finds inside on it.
class SchemaRepairer {
 public:
  SchemaRepairer(const Tree& tree, NodeId root, SchemaRole use);

  [[nodiscard]] Findings repair() &&;

 private:
  /// A schema that has to be looked at.
  struct Job {
    NodeId schema;
    NodeId resource;
    bool may_loosen;  ///< false inside of `not`, `if` and `oneOf`, where to ask for less may let pass less
  };
  /// A `$ref` that has been met.
  struct Met {
    NodeId schema;
    NodeId reference;
    NodeId resource;
  };

  void check_dialect(NodeId root);
  void look_at(Job job);
  void look_at(NodeId member, Shape shape, const Job& job);
  void enter(NodeId schema, const Job& from);
  void enter_all(NodeId members, JsonKind kind, const Job& from);
  void enter_resource(NodeId schema, Job& job);
  void follow(const Met& met);

  // By the shape of a keyword.
  void check_type(NodeId member);
  void check_type_name(NodeId name);
  void check_items(NodeId member, const Job& job);
  void check_other_items(NodeId member, const Job& job);
  void check_patterns(NodeId members);
  void check_dependencies(NodeId members, const Job& job);
  void check_named_names(NodeId members);
  void check_names(NodeId member, const Job& job);
  void check_values(NodeId member, const Job& job);
  void check_number(NodeId member, const Job& job);
  void check_strict_limit(NodeId member, const Job& job);
  void check_pattern_text(NodeId member, const Job& job);
  void check_old_identifier(NodeId member);
  void check_nullable(NodeId member, const Job& job);

  [[nodiscard]] bool is_names(NodeId value) const;
  [[nodiscard]] std::string characters(NodeId string) const {
    return json::raw_string_of(tree_[string].text).decoded();
  }

  /// Leaves out a member without which the schema means the same.
  void drop(NodeId member, std::string_view why);
  /// Leaves out a member without which the schema lets more pass; a fault where it may not.
  void loosen(NodeId member, std::string_view why, const Job& job);
  void change(NodeId value, std::string text, std::string_view why);
  void rename(NodeId member, std::string_view key, std::string_view why);
  void fail(NodeId at, std::string_view why);

  const Tree& tree_;
  const SchemaRole use_;
  Dialect dialect_ = kDefaultDialect;
  References references_;
  Findings findings_;
  std::vector<bool> seen_;
  std::vector<Job> jobs_;
  std::vector<Met> met_;
};

}  // namespace workbench::schema_repair
