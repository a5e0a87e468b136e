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
  std::string text;         ///< with comments on its parts; may have line breaks
  std::string description;  ///< empty if there is none, or if it only repeats the name
  std::string notes;        ///< the constraints that TypeScript cannot express, on one line
  enum class Binding { tight, intersection, alternatives } binding = Binding::tight;

  /// The text with description and notes in a comment after it.
  [[nodiscard]] std::string with_comment() const;
};

/// Where a type is written: its indentation, and its depth in the schema.
struct Place {
  std::size_t indent;
  int depth;

  [[nodiscard]] Place below() const { return {indent, depth + 1}; }
  [[nodiscard]] Place further_in() const { return {indent + 2, depth + 1}; }
};

/// Writes arrays, tuples and objects as types.
class StructureTypes {
 public:
  /// Returns the type of a schema inside another one. A description that only repeats `name` is left out.
  using TypeAt = std::function<SchemaType(const workbench::Json& schema, std::string_view name, Place place)>;

  /// `json` must outlive the object.
  StructureTypes(const workbench::JsonAccess& json, TypeAt type_at) : json_(json), type_at_(std::move(type_at)) {}

  /// The type that the keywords for arrays describe. Constraints that TypeScript cannot express become notes.
  [[nodiscard]] SchemaType array(SchemaKeywords& keywords, Place place) const;

  /// The type that the keywords for objects describe.
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
