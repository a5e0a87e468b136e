#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/json.hpp>
#include <workbench/result.hpp>

namespace workbench::schema_repair {

/// Definitions with a longer text are not checked but returned unchanged. Checking takes up to 16 bytes of memory for
/// each byte of the text. No model can read a definition of this size.
inline constexpr std::size_t kMaxDefinitionBytes = std::size_t{1} << 20U;

/// What a client requires of a definition beyond what all clients require.
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

/// A tool definition that a client has no reason to refuse.
struct Repaired {
  Json definition;                 ///< shares the text of the original if nothing had to be changed
  std::vector<std::string> notes;  ///< sentences for people: what was changed and why, then what may still be refused
  bool was_changed = false;
};

/// Makes a tool definition acceptable to a client with these requirements. Many clients refuse all tools of a server if
/// one definition is wrong. What can be repaired in only one way is repaired; everything else is kept byte for byte.
/// `definition` is a JSON object that has been checked before. Of duplicate members the first counts.
/// Error protocol: the definition cannot be repaired and the tool has to be left out; the message names it and says
/// why. [any thread] Has no state, takes linear time, does not recurse. Repairing a repaired definition changes
/// nothing.
[[nodiscard]] Result<Repaired> repair(const Json& definition, const ClientRequirements& requirements);

}  // namespace workbench::schema_repair
