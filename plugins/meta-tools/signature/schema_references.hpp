#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace meta_tools {

/// The schemas that others refer to (`$ref`), each of which becomes a type with a unique name. References are JSON
/// pointers into the root schema in which they are (`#/$defs/X`, `#/definitions/X`, `#`).
class SchemaReferences {
 public:
  static constexpr std::size_t kMaxTypes = 200;  // the lookup of each begins at the root

  struct Type {
    std::string name;
    workbench::Json schema;
    workbench::Json root;  ///< the schema to which references inside this one are relative
    std::string reference;
  };

  explicit SchemaReferences(const workbench::JsonAccess& json) : json_(json) {}

  /// The name of the type for the schema to which `reference` points in `root`; always the same for the same reference.
  /// `root_name` is the name for the root itself. Absent if there is no such schema, or if there are too many types.
  [[nodiscard]] std::optional<std::string> name_of(std::string_view reference, const workbench::Json& root,
                                                   std::string_view root_name);

  /// All types so far, in the order in which name_of() was called for them. name_of() may append to it.
  [[nodiscard]] const std::vector<Type>& types() const { return types_; }

 private:
  [[nodiscard]] workbench::Json resolved(std::string_view pointer, const workbench::Json& root) const;
  [[nodiscard]] workbench::Json step(const workbench::Json& value, const std::string& token) const;
  [[nodiscard]] bool is_same(const Type& type, const workbench::Json& schema, const workbench::Json& root) const;

  const workbench::JsonAccess& json_;
  std::vector<Type> types_;
};

}  // namespace meta_tools
