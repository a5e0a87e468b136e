#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace workbench::protocol {

/// The published revisions of the specification, oldest first, so that they compare.
enum class Revision { v2024_11_05, v2025_03_26, v2025_06_18, v2025_11_25, v2026_07_28 };

// --- eras and names --------------------------------------------------------------------------------------------------

/// The revisions of the legacy era, which open with `initialize` ("basic/versioning").
inline constexpr std::array kLegacyRevisions{Revision::v2024_11_05, Revision::v2025_03_26, Revision::v2025_06_18,
                                             Revision::v2025_11_25};
inline constexpr Revision kLatestLegacyRevision = Revision::v2025_11_25;

/// The revision of the modern era: nothing is negotiated, every request says what it needs ("basic/versioning").
inline constexpr Revision kModernRevision = Revision::v2026_07_28;
[[nodiscard]] constexpr bool is_modern(Revision revision) {
  return revision >= kModernRevision;
}

/// As it is written in messages, "2025-11-25".
[[nodiscard]] constexpr std::string_view name_of(Revision revision) {
  switch (revision) {
    case Revision::v2024_11_05: return "2024-11-05";
    case Revision::v2025_03_26: return "2025-03-26";
    case Revision::v2025_06_18: return "2025-06-18";
    case Revision::v2025_11_25: return "2025-11-25";
    case Revision::v2026_07_28: return "2026-07-28";
  }
  return {};
}

/// A legacy revision by its name; absent: there is none of this name.
[[nodiscard]] constexpr std::optional<Revision> find_revision(std::string_view name) {
  for (const Revision revision : kLegacyRevisions) {
    if (name_of(revision) == name) return revision;
  }
  return std::nullopt;
}

/// The revision in which a server is spoken to that has chosen this one: itself, or our oldest for one that is older
/// (2024-10-07, which official clients accept and which differs in nothing that a client sends). Absent: it is not the
/// name of a revision, or of one that is not known.
[[nodiscard]] constexpr std::optional<Revision> spoken_for(std::string_view name) {
  if (const auto revision = find_revision(name)) return revision;
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (name.size() != kForm.size()) return std::nullopt;
  for (std::size_t at = 0; at != kForm.size(); ++at) {
    const bool is_digit = name[at] >= '0' && name[at] <= '9';
    if (kForm[at] == 'd' ? !is_digit : name[at] != '-') return std::nullopt;
  }
  constexpr std::string_view kFirstDraft = "2024-10-07";
  if (name < kFirstDraft || name > name_of(kLegacyRevisions.front())) return std::nullopt;
  return kLegacyRevisions.front();
}

/// The names of the legacy revisions, newest first, "2025-11-25, 2025-06-18, ...".
[[nodiscard]] inline std::string revision_names() {
  std::string names;
  for (auto revision = kLegacyRevisions.rbegin(); revision != kLegacyRevisions.rend(); ++revision) {
    if (!names.empty()) names.append(", ");
    names.append(name_of(*revision));
  }
  return names;
}

// --- what a revision has ---------------------------------------------------------------------------------------------

/// "MCP implementations MAY support sending JSON-RPC batches, but MUST support receiving JSON-RPC batches": in this
/// revision and in no other ("basic/index", section Batching).
[[nodiscard]] constexpr bool has_batches(Revision revision) {
  return revision == Revision::v2025_03_26;
}

/// `audio` blocks in content.
[[nodiscard]] constexpr bool has_audio(Revision revision) {
  return revision >= Revision::v2025_03_26;
}

/// Whether `tasks` is a capability of this revision.
[[nodiscard]] constexpr bool has_tasks(Revision revision) {
  return revision == Revision::v2025_11_25;
}

/// The capability `completions`; the method is older.
[[nodiscard]] constexpr bool has_completions(Revision revision) {
  return revision >= Revision::v2025_03_26;
}

/// `structuredContent` of a tool's result.
[[nodiscard]] constexpr bool has_structured_content(Revision revision) {
  return revision >= Revision::v2025_06_18;
}

/// `resource_link` blocks in content.
[[nodiscard]] constexpr bool has_resource_links(Revision revision) {
  return revision >= Revision::v2025_06_18;
}

/// `title` beside `name`.
[[nodiscard]] constexpr bool has_titles(Revision revision) {
  return revision >= Revision::v2025_06_18;
}

/// `elicitation/create`, with a form.
[[nodiscard]] constexpr bool has_elicitation(Revision revision) {
  return revision >= Revision::v2025_06_18;
}

/// Elicitation in URL mode.
[[nodiscard]] constexpr bool has_url_elicitation(Revision revision) {
  return revision >= Revision::v2025_11_25;
}

/// `elicitationId` in URL mode, and `notifications/elicitation/complete` that refers to it. The modern era has neither
/// in its requests.
[[nodiscard]] constexpr bool has_elicitation_ids(Revision revision) {
  return revision == Revision::v2025_11_25;
}

/// Choices with titles (`oneOf` of `const` and `title`), and choices of several, in the form of an elicitation.
[[nodiscard]] constexpr bool has_titled_choices(Revision revision) {
  return revision >= Revision::v2025_11_25;
}

/// An error response to a request whose id could not be read may leave `id` out; before, the schema demands one.
[[nodiscard]] constexpr bool may_omit_error_id(Revision revision) {
  return revision >= Revision::v2025_11_25;
}

}  // namespace workbench::protocol
