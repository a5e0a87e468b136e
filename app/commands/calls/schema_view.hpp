#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>

namespace workbench::app {

/// A JSON Schema, reduced to the values that may be written. References into the same document are followed,
/// and alternatives (`anyOf`, `oneOf`, `allOf`) are taken together. Not a validator: the server judges the arguments.
/// Not tied to a thread.
class SchemaView {
 public:
  struct Property;

  explicit SchemaView(const Json& root) : SchemaView(root, root) {}

  /// The types that it names or that follow from its values, in its order: "string", "integer", ...; empty: any.
  [[nodiscard]] std::vector<std::string> types() const;
  [[nodiscard]] bool allows(std::string_view type) const;
  /// "string", "array of integer", "string or null", "any".
  [[nodiscard]] std::string type_text() const { return type_text(0); }

  /// In the order of the schema.
  [[nodiscard]] std::vector<Property> properties() const;
  [[nodiscard]] std::optional<SchemaView> property(std::string_view name) const;
  /// Whether an object may have members that it does not name: the schema allows it, or names none.
  [[nodiscard]] bool invites_others() const;
  /// The elements of an array; absent: not said.
  [[nodiscard]] std::optional<SchemaView> items() const;

  /// Of `enum` and `const`; empty: not limited to some values.
  [[nodiscard]] std::vector<Json> allowed_values() const;
  /// Their titles, in the same order (`enumNames`, or `title` beside each `const`); empty: not said.
  [[nodiscard]] std::vector<std::string> value_titles() const;
  [[nodiscard]] Json default_value() const;
  /// Empty: there is none.
  [[nodiscard]] std::string description() const;

 private:
  SchemaView(const Json& node, const Json& root);
  /// The schema itself and the alternatives in it; each may contribute.
  [[nodiscard]] std::vector<Json> parts() const;
  void add_parts(const Json& node, std::vector<Json>& parts, std::size_t depth) const;
  [[nodiscard]] std::string type_text(std::size_t depth) const;
  [[nodiscard]] Json resolved(Json node) const;
  [[nodiscard]] Json first(std::string_view name) const;

  Json node_;
  Json root_;
};

struct SchemaView::Property {
  std::string name;
  SchemaView schema;
  bool is_required;
};

}  // namespace workbench::app
