#pragma once

#include <map>
#include <string>

#include <workbench/catalog_review.hpp>

#include "lock/item_key.hpp"

namespace workbench::app {

/// What one server lists: each item as the server wrote it, to the byte.
using ListedItems = std::map<lock::ItemKey, std::string>;

/// A review that admits everything, and keeps it: so it gets the servers' own texts, before filters and repairs, and of
/// all tools. [loop thread]
class RecordedLists final : public CatalogReview {
 public:
  [[nodiscard]] ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) override;
  [[nodiscard]] std::vector<std::string> missing(const ReviewedServer& server, CatalogItemKind kind,
                                                 std::span<const std::string_view> listed) override;

  /// What the server has listed, by "TOOLBOX/SERVER".
  [[nodiscard]] const ListedItems& of(const std::string& server) { return lists_[server]; }

 private:
  std::map<std::string, ListedItems> lists_;
};

}  // namespace workbench::app
