#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "signature/schema_keywords.hpp"
#include "signature/schema_references.hpp"

namespace meta_tools {

/// A schema as a type in TypeScript.
struct SchemaType {
  std::string text;         ///< with comments inside on what is inside; may have line breaks
  std::string description;  ///< empty: none, or no more than the name
  std::string notes;        ///< what constrains the value and has no form in TypeScript, on one line
  enum class Binding { tight, intersection, alternatives } binding = Binding::tight;

  /// With description and notes as a comment behind it.
  [[nodiscard]] std::string with_comment() const;
};

/// Writes schemas that stand in `root` as types. [recursion: kMaxDepth schemas deep, whatever their depth]
class SchemaTypes {
 public:
  static constexpr int kMaxDepth = 16;

  /// `root_name` is the type of references to the root itself. Without `has_descriptions` those of all types are left
  /// empty. All must outlive the object.
  SchemaTypes(const workbench::JsonAccess& json, SchemaReferences& references, const workbench::Json& root,
              std::string_view root_name, bool has_descriptions)
      : json_(json), references_(references), root_(root), root_name_(root_name), has_descriptions_(has_descriptions) {}

  /// `name` is what a description must not only repeat; `indent` blanks are before the line that the type begins in.
  [[nodiscard]] SchemaType type_of(const workbench::Json& schema, std::string_view name, std::size_t indent) {
    return type_at(schema, name, {indent, 0});
  }

 private:
  struct Place {
    std::size_t indent;
    int depth;

    [[nodiscard]] Place below() const { return {indent, depth + 1}; }
    [[nodiscard]] Place further_in() const { return {indent + 2, depth + 1}; }
  };
  struct Property {
    std::string declaration;
    std::string description;
    std::string notes;
  };

  SchemaType type_at(const workbench::Json& schema, std::string_view name, Place place);
  SchemaType type_of_keywords(SchemaKeywords& keywords, Place place);
  std::vector<std::string> known_types(SchemaKeywords& keywords) const;
  void append_typed(std::vector<SchemaType>& parts, SchemaKeywords& keywords, Place place);
  SchemaType named_type(std::string_view type, SchemaKeywords& keywords, Place place);
  SchemaType referenced(SchemaKeywords& keywords);
  SchemaType literals(const workbench::Json& values) const;
  std::vector<SchemaType> types_in(const workbench::Json& schemas, Place place);

  SchemaType array_type(SchemaKeywords& keywords, Place place);
  SchemaType tuple_type(const workbench::Json& first, const workbench::Json& rest, SchemaKeywords& keywords,
                        Place place);
  SchemaType object_type(const SchemaKeywords& keywords, Place place);
  std::vector<Property> properties_in(const SchemaKeywords& keywords, Place place);
  std::set<std::string> required_names(const SchemaKeywords& keywords) const;
  void append_index_signatures(std::vector<Property>& out, const SchemaKeywords& keywords, Place place);

  const workbench::JsonAccess& json_;
  SchemaReferences& references_;
  const workbench::Json& root_;
  const std::string_view root_name_;
  const bool has_descriptions_;
};

}  // namespace meta_tools
