#pragma once

#include <string_view>

namespace workbench::schema_repair {

/// A client's requirements of a definition beyond what all clients require.
struct ClientRequirements {
  /// The root of an `outputSchema` has the type "object" and no other.
  bool requires_object_output = true;
  /// The values in `properties` at the root of a schema are objects: no `true` and `false`.
  bool requires_object_properties = true;
  /// The root of an `inputSchema` has `properties`, even if they are empty: some models' APIs refuse it without.
  bool requires_properties = true;
};

/// The requirements of a client that speaks this revision of the specification ("2025-11-25"). Revisions up to
/// 2025-11-25 have all of them, 2026-07-28 and later ones only what models' APIs require. The names of revisions are
/// ordered.
[[nodiscard]] constexpr ClientRequirements requirements_of(std::string_view revision) {
  const bool is_strict = revision < "2026";
  return {is_strict, is_strict, true};
}

}  // namespace workbench::schema_repair
