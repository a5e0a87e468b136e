#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/host.hpp>
#include <workbench/toolboxes.hpp>

#include "config/toolboxes_file/config.hpp"
#include "protocol/listing.hpp"

namespace workbench::servers {

/// The reviews that the configuration names, in its order; see CatalogReview. They belong to the registry.
struct CatalogReviews {
  std::vector<CatalogReview*> reviews = {};
  std::string toolboxes_file = {};  ///< its absolute path; empty: there is none
  /// What starts the server of an entry: see CatalogItemKind::start. Empty: it is not judged. `issuer`: of its login;
  /// empty: not known.
  std::function<Json(const config::ServerEntry& entry, std::string_view issuer)> start_facts = {};

  [[nodiscard]] bool empty() const { return reviews.empty(); }
};

/// Makes the reviews judge what one server lists, logs their texts, and remembers what they withhold and why.
/// [loop thread]
class CatalogReviewer {
 public:
  /// None: everything is admitted.
  CatalogReviewer() = default;

  /// `host` and `reviews` must outlive it. Logs as "toolbox/server". `lock`: see ReviewedServer.
  CatalogReviewer(Host& host, const CatalogReviews& reviews, std::string toolbox, std::string server,
                  std::string lock = {})
      : host_(&host),
        reviews_(&reviews),
        toolbox_(std::move(toolbox)),
        server_(std::move(server)),
        lock_(std::move(lock)) {}

  [[nodiscard]] bool has_reviews() const { return reviews_ != nullptr && !reviews_->empty(); }

  /// The items of a list that clients may see.
  [[nodiscard]] std::vector<protocol::ListedItem> admitted(protocol::ListKind kind,
                                                           const std::vector<protocol::ListedItem>& listed);

  /// Whether clients may see the instructions or the Implementation, `definition` (instructions as a JSON string).
  [[nodiscard]] bool admits(CatalogItemKind kind, const Json& definition) { return admits(kind, {}, definition); }

  /// Whether a review looks at what starts the server (CatalogItemKind::start).
  [[nodiscard]] bool judges_start() const;
  /// Why a review forbids to start the server by `facts`; absent: all admit it.
  [[nodiscard]] std::optional<std::string> refuse_start(const Json& facts);

  /// Whether a review would withhold one of these items. Logs and remembers nothing.
  [[nodiscard]] bool would_withhold(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed) const;
  /// The same for the instructions (a JSON string).
  [[nodiscard]] bool would_withhold(CatalogItemKind kind, const Json& definition) const {
    return would_withhold(CatalogItem{kind, {}, definition});
  }

  /// Sentences about what the reviews miss in a whole list of the server.
  [[nodiscard]] std::vector<std::string> missing(protocol::ListKind kind,
                                                 const std::vector<protocol::ListedItem>& listed) const;

  /// Why the item, which the latest list had, is withheld; null: it is not.
  [[nodiscard]] const std::string* reason_withheld(protocol::ListKind kind, std::string_view name) const;
  /// All that is withheld: by kind, then by name.
  [[nodiscard]] std::vector<WithheldItem> withheld() const;

 private:
  using Key = std::pair<CatalogItemKind, std::string>;
  /// The logged text about an item, and the definition that it is about.
  struct Logged {
    std::string text;
    std::size_t definition = 0;  // hash
  };

  [[nodiscard]] ReviewedServer reviewed() const { return {toolbox_, server_, lock_, reviews_->toolboxes_file}; }
  [[nodiscard]] bool admits(CatalogItemKind kind, std::string_view name, const Json& definition);
  [[nodiscard]] bool would_withhold(const CatalogItem& item) const;
  void log(const CatalogItem& item, const std::string& texts, bool is_withheld);

  Host* host_ = nullptr;                     // null: there are no reviews
  const CatalogReviews* reviews_ = nullptr;  // null: there are none
  std::string toolbox_;
  std::string server_;
  std::string lock_;
  std::map<Key, Logged> logged_;
  std::map<Key, std::string, std::less<>> withheld_;  // and why
};

}  // namespace workbench::servers
