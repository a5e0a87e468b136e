#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <workbench/catalog_review.hpp>

namespace workbench::lock {

/// An item of one server. `name` as in CatalogItem: empty for instructions, serverInfo and start.
struct ItemKey {
  CatalogItemKind kind = CatalogItemKind::tool;
  std::string name;

  [[nodiscard]] friend bool operator==(const ItemKey&, const ItemKey&) = default;
  [[nodiscard]] friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

/// All kinds, in the order of the sections of a server in the lock file.
inline constexpr std::array kSectionKinds{
    CatalogItemKind::start,  CatalogItemKind::server_info, CatalogItemKind::instructions,     CatalogItemKind::tool,
    CatalogItemKind::prompt, CatalogItemKind::resource,    CatalogItemKind::resource_template};
inline constexpr std::size_t kSectionCount = kSectionKinds.size();

/// The member of a server in the lock file that has the items of a kind: "tools", "serverInfo".
[[nodiscard]] std::string_view section_name(CatalogItemKind kind);
/// The reverse. Absent: it is not a section.
[[nodiscard]] std::optional<CatalogItemKind> section_kind(std::string_view name);
/// Whether a section has items with names; else it is one item.
[[nodiscard]] bool has_names(CatalogItemKind kind);

/// The name of a server in the lock file: "TOOLBOX/SERVER".
[[nodiscard]] std::string server_key(std::string_view toolbox, std::string_view server);

/// How a sentence for a person names the item, with hidden characters written out: `the tool "create_issue"`.
[[nodiscard]] std::string item_title(CatalogItemKind kind, std::string_view name);

}  // namespace workbench::lock
