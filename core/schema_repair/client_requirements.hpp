#pragma once

#include <string_view>

namespace workbench::schema_repair {

/// A client's requirements of a definition beyond what all clients require. What models' APIs require is in
/// native_definition.hpp.
struct ClientRequirements {
  /// The root of an `outputSchema` has the type "object" and no other.
  bool requires_object_output = true;
};

/// The requirements of a client that speaks this revision of the specification ("2025-11-25"). Revisions up to
/// 2025-11-25 have all of them, 2026-07-28 and later ones none. The names of revisions are ordered.
[[nodiscard]] constexpr ClientRequirements requirements_of(std::string_view revision) {
  return {revision < "2026"};
}

}  // namespace workbench::schema_repair
