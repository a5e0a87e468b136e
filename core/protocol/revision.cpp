#include "protocol/revision.hpp"

namespace workbench::protocol {

std::string_view name_of(Revision revision) {
  switch (revision) {
    case Revision::v2024_11_05: return "2024-11-05";
    case Revision::v2025_03_26: return "2025-03-26";
    case Revision::v2025_06_18: return "2025-06-18";
    case Revision::v2025_11_25: return "2025-11-25";
    case Revision::v2026_07_28: return "2026-07-28";
  }
  return {};
}

std::optional<Revision> find_revision(std::string_view name) {
  for (const Revision revision : kLegacyRevisions) {
    if (name_of(revision) == name) return revision;
  }
  return std::nullopt;
}

std::string revision_names() {
  std::string names;
  for (auto revision = kLegacyRevisions.rbegin(); revision != kLegacyRevisions.rend(); ++revision) {
    if (!names.empty()) names.append(", ");
    names.append(name_of(*revision));
  }
  return names;
}

}  // namespace workbench::protocol
