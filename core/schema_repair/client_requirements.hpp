#pragma once

#include <string_view>

namespace workbench::schema_repair {

/// What the one who will read a definition insists on, beyond what all do.
struct ClientRequirements {
  /// The root of an `outputSchema` is of type "object", and of no other.
  bool wants_object_output = true;
  /// What a schema's root has in `properties` are objects: no `true` and `false`.
  bool wants_object_properties = true;
};

/// By the name of a revision of the specification, "2025-11-25". All up to that one want both, 2026-07-28 and later
/// ones neither. These names compare.
[[nodiscard]] constexpr ClientRequirements requirements_of(std::string_view revision) {
  const bool is_strict = revision < "2026";
  return {is_strict, is_strict};
}

}  // namespace workbench::schema_repair
