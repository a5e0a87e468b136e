#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/json.hpp>

#include "signature/schema_keywords.hpp"

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

/// Where a type is written: how far in, and how deep in the schema.
struct Place {
  std::size_t indent;
  int depth;

  [[nodiscard]] Place below() const { return {indent, depth + 1}; }
  [[nodiscard]] Place further_in() const { return {indent + 2, depth + 1}; }
};

/// Writes arrays, tuples and objects as types, from the types of what is in them.
class StructureTypes {
 public:
  /// The type of a schema that stands in another one; `name` is what a description must not only repeat.
  using TypeAt = std::function<SchemaType(const workbench::Json& schema, std::string_view name, Place place)>;

  /// `json` must outlive the object.
  StructureTypes(const workbench::JsonAccess& json, TypeAt type_at) : json_(json), type_at_(std::move(type_at)) {}

  /// What `keywords` say of items. What has no form in TypeScript is added to their notes.
  [[nodiscard]] SchemaType array(SchemaKeywords& keywords, Place place) const;

  /// What they say of properties.
  [[nodiscard]] SchemaType object(const SchemaKeywords& keywords, Place place) const;

 private:
  struct Property {
    std::string declaration;
    std::string description;
    std::string notes;
  };

  [[nodiscard]] SchemaType tuple(const workbench::Json& first, const workbench::Json& rest, SchemaKeywords& keywords,
                                 Place place) const;
  [[nodiscard]] std::vector<Property> properties_in(const SchemaKeywords& keywords, Place place) const;
  [[nodiscard]] std::set<std::string> required_names(const SchemaKeywords& keywords) const;
  void append_index_signatures(std::vector<Property>& out, const SchemaKeywords& keywords, Place place) const;

  const workbench::JsonAccess& json_;
  const TypeAt type_at_;
};

}  // namespace meta_tools
