#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

#include "signature/schema_keywords.hpp"
#include "signature/schema_references.hpp"
#include "signature/structure_types.hpp"

namespace meta_tools {

/// Writes the schemas in `root` as types. [recursion: at most kMaxDepth schemas deep]
class SchemaTypes {
 public:
  static constexpr int kMaxDepth = 16;

  /// `root_name` is the type that a reference to the root itself has. Without `has_descriptions` the descriptions of
  /// all types are empty. All arguments must outlive the object.
  SchemaTypes(const workbench::JsonAccess& json, SchemaReferences& references, const workbench::Json& root,
              std::string_view root_name, bool has_descriptions)
      : json_(json),
        references_(references),
        root_(root),
        root_name_(root_name),
        has_descriptions_(has_descriptions),
        structures_(json, [this](const workbench::Json& schema, std::string_view name, Place place) {
          return type_at(schema, name, place);
        }) {}
  SchemaTypes(const SchemaTypes&) = delete;
  SchemaTypes& operator=(const SchemaTypes&) = delete;

  /// A description that only repeats `name` is left out. The line in which the type begins is indented by `indent`.
  [[nodiscard]] SchemaType type_of(const workbench::Json& schema, std::string_view name, std::size_t indent) {
    return type_at(schema, name, {indent, 0});
  }

 private:
  SchemaType type_at(const workbench::Json& schema, std::string_view name, Place place);
  SchemaType type_of_keywords(SchemaKeywords& keywords, Place place);
  std::vector<std::string> known_types(SchemaKeywords& keywords) const;
  void append_typed(std::vector<SchemaType>& parts, SchemaKeywords& keywords, Place place);
  SchemaType named_type(std::string_view type, SchemaKeywords& keywords, Place place);
  SchemaType referenced(SchemaKeywords& keywords);
  SchemaType literals(const workbench::Json& values) const;
  std::vector<SchemaType> types_in(const workbench::Json& schemas, Place place);

  const workbench::JsonAccess& json_;
  SchemaReferences& references_;
  const workbench::Json& root_;
  const std::string_view root_name_;
  const bool has_descriptions_;
  const StructureTypes structures_;
};

}  // namespace meta_tools
