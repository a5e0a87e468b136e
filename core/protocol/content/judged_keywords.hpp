#pragma once

#include <string_view>

#include "json/raw_string.hpp"

namespace workbench::protocol {

/// The keywords of one schema by which values are judged, each as it is written; empty: the schema does not have it.
/// The text of the schema must outlive it.
struct JudgedKeywords {
  /// Records a member of the schema. The last of several with one key counts, as it does for validators.
  void add(const json::RawString& key, std::string_view value);

  /// Whether `#/...` in this schema and below is relative to it, instead of to the schema around it.
  [[nodiscard]] bool begins_resource() const { return is_string(identifier) || is_string(old_identifier); }
  /// Whether it has a reference, be it one that can be followed or not.
  [[nodiscard]] bool has_reference() const { return is_string(reference); }

  std::string_view dialect{};         ///< `$schema`
  std::string_view identifier{};      ///< `$id`
  std::string_view old_identifier{};  ///< `id` of draft-04
  std::string_view reference{};       ///< `$ref`
  std::string_view type{};
  std::string_view nullable{};  ///< of OpenAPI
  std::string_view constant{};  ///< `const`
  std::string_view choices{};   ///< `enum`
  std::string_view all_of{};
  std::string_view any_of{};
  std::string_view one_of{};
  std::string_view min_length{};
  std::string_view max_length{};
  std::string_view min_items{};
  std::string_view max_items{};
  std::string_view minimum{};
  std::string_view maximum{};
  std::string_view exclusive_minimum{};
  std::string_view exclusive_maximum{};
  std::string_view required{};
  std::string_view properties{};
  std::string_view pattern_properties{};
  std::string_view additional_properties{};
  std::string_view items{};
  std::string_view prefix_items{};

 private:
  [[nodiscard]] static bool is_string(std::string_view value) { return value.starts_with('"'); }
};

/// How much of schemas in a dialect every validator judges in the same way.
enum class JudgedPart {
  nothing,               ///< a dialect before draft-06, or an unknown one
  references_alone,      ///< "All other properties in a "$ref" object MUST be ignored" (draft-07, section 8.3)
  references_and_others  ///< of the dialects since 2019-09; MCP's default is 2020-12
};

/// `dialect` is the `$schema` of a schema, a JSON text; empty: it has none.
[[nodiscard]] JudgedPart judged_part(std::string_view dialect);

}  // namespace workbench::protocol
