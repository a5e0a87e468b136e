#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/catalog_review.hpp>
#include <workbench/extension.hpp>

namespace workbench {

/// What a record of reviewed items knows of one of them.
struct LockedItem {
  std::string since;        ///< the day on which its present text was accepted, as 2026-11-27; empty: not recorded
  bool is_changed = false;  ///< the server now lists it with another text
};

/// Knows what a person has reviewed of the servers' lists. An extension that the plugin with the record provides:
/// `host.extension<LockedItems>()`. [loop thread]
class LockedItems {
 public:
  static constexpr ExtensionId kExtension{"mcp-workbench/locked-items", 1};

  /// Absent: the record does not have it.
  [[nodiscard]] virtual std::optional<LockedItem> find(std::string_view toolbox, std::string_view server,
                                                       CatalogItemKind kind, std::string_view name) const = 0;

 protected:
  ~LockedItems() = default;
};

}  // namespace workbench
