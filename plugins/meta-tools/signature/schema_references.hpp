#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace meta_tools {

/// The schemas that others refer to (`$ref`), each under a name of its own as a type. References are JSON Pointers into
/// the schema that they stand in (`#/$defs/X`, `#/definitions/X`, `#`).
class SchemaReferences {
 public:
  static constexpr std::size_t kMaxTypes = 200;  // each is looked for from the root

  struct Type {
    std::string name;
    workbench::Json schema;
    workbench::Json root;  ///< what references inside the schema point into
    std::string reference;
  };

  explicit SchemaReferences(const workbench::JsonAccess& json) : json_(json) {}

  /// The name of the type that `reference` points to inside `root`; the same for the same reference. `root_name` is for
  /// the root itself. Nothing if the reference does not point to a schema in there, or if there are too many.
  [[nodiscard]] std::optional<std::string> name_of(std::string_view reference, const workbench::Json& root,
                                                   std::string_view root_name);

  /// All types so far, in the order in which they were asked for. Asking for names appends to it.
  [[nodiscard]] const std::vector<Type>& types() const { return types_; }

 private:
  [[nodiscard]] workbench::Json resolved(std::string_view pointer, const workbench::Json& root) const;
  [[nodiscard]] workbench::Json step(const workbench::Json& value, const std::string& token) const;
  [[nodiscard]] bool is_same(const Type& type, const workbench::Json& schema, const workbench::Json& root) const;

  const workbench::JsonAccess& json_;
  std::vector<Type> types_;
};

}  // namespace meta_tools
