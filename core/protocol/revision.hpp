#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::protocol {

/// The published revisions of the specification, oldest first, so that they compare.
enum class Revision { v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28 };

/// Those that open with a handshake.
inline constexpr std::array kLegacyRevisions{Revision::v2024_11_05, Revision::v2025_03_26, Revision::v2025_06_18,
                                             Revision::v2025_11_25};
inline constexpr Revision kLatestLegacyRevision = Revision::v2025_11_25;

/// The one without a handshake, whose every request says for itself what it needs ("basic/versioning").
inline constexpr Revision kModernRevision = Revision::v2026_07_28;
[[nodiscard]] constexpr bool is_modern(Revision revision) {
  return revision >= kModernRevision;
}

/// As it is written on the wire, "2025-11-25".
[[nodiscard]] std::string_view name_of(Revision revision);
/// A revision that opens with a handshake, by its name.
[[nodiscard]] std::optional<Revision> find_revision(std::string_view name);
/// All names, newest first, "2025-11-25, 2025-06-18, ...".
[[nodiscard]] std::string revision_names();

/// JSON-RPC batches exist in this revision and in no other ("basic/index", section Batching).
[[nodiscard]] constexpr bool has_batches(Revision revision) {
  return revision == Revision::v2025_03_26;
}
[[nodiscard]] constexpr bool has_structured_content(Revision revision) {
  return revision >= Revision::v2025_06_18;
}
[[nodiscard]] constexpr bool has_titles(Revision revision) {
  return revision >= Revision::v2025_06_18;
}
/// The capability has a name since this revision; the method is older.
[[nodiscard]] constexpr bool has_completions(Revision revision) {
  return revision >= Revision::v2025_03_26;
}
/// An error response to a request whose id could not be read may leave `id` out; before, the schema demands one.
[[nodiscard]] constexpr bool may_omit_error_id(Revision revision) {
  return revision >= Revision::v2025_11_25;
}

}  // namespace workbench::protocol
