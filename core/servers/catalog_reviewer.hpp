#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/host.hpp>

#include "protocol/listing.hpp"

namespace workbench::servers {

/// The reviews that the configuration names, in its order; see CatalogReview. They belong to the registry.
using CatalogReviews = std::vector<CatalogReview*>;

/// Makes the reviews judge what one server lists, logs their texts, and remembers what they withhold. [loop thread]
class CatalogReviewer {
 public:
  /// None: everything is admitted.
  CatalogReviewer() = default;

  /// `host` and `reviews` must outlive it. Logs as "toolbox/server".
  CatalogReviewer(Host& host, const CatalogReviews& reviews, std::string toolbox, std::string server)
      : host_(&host), reviews_(&reviews), toolbox_(std::move(toolbox)), server_(std::move(server)) {}

  [[nodiscard]] bool has_reviews() const { return reviews_ != nullptr && !reviews_->empty(); }

  /// The items of a list that clients may see.
  [[nodiscard]] std::vector<protocol::ListedItem> admitted(protocol::ListKind kind,
                                                           const std::vector<protocol::ListedItem>& listed);

  /// Whether clients may see the instructions or the Implementation, `definition` (instructions as a JSON string).
  [[nodiscard]] bool admits(CatalogItemKind kind, const Json& definition) { return admits(kind, {}, definition); }

  /// Whether the latest list had this item, and a review withholds it.
  [[nodiscard]] bool withholds(protocol::ListKind kind, const std::string& name) const;

 private:
  using Key = std::pair<CatalogItemKind, std::string>;
  /// The logged text about an item, and the definition that it is about.
  struct Logged {
    std::string text;
    std::size_t definition = 0;  // hash
  };

  [[nodiscard]] bool admits(CatalogItemKind kind, std::string_view name, const Json& definition);
  void log(const CatalogItem& item, const std::string& texts, bool is_withheld);

  Host* host_ = nullptr;                     // null: there are no reviews
  const CatalogReviews* reviews_ = nullptr;  // null: there are none
  std::string toolbox_;
  std::string server_;
  std::map<Key, Logged> logged_;
  std::set<Key> withheld_;
};

}  // namespace workbench::servers
