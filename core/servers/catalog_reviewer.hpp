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

/// What reviews say of several items together: the gravest of their verdicts.
enum class ReviewOutlook { silent, notes, withholds };

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

  /// The same of a list that has all items of the server: what reviews miss there is remembered, too.
  [[nodiscard]] std::vector<protocol::ListedItem> admitted_of_all(protocol::ListKind kind,
                                                                  const std::vector<protocol::ListedItem>& listed);

  /// Whether clients may see the instructions or the Implementation, `definition` (instructions as a JSON string).
  [[nodiscard]] bool admits(CatalogItemKind kind, const Json& definition);

  /// Whether a review looks at what starts the server (CatalogItemKind::start).
  [[nodiscard]] bool judges_start() const;
  /// Why a review forbids to start the server by `facts`; absent: all admit it.
  [[nodiscard]] std::optional<std::string> refuse_start(const Json& facts);

  /// The CatalogReview::basis() of all reviews; empty: one of them has none.
  [[nodiscard]] std::string basis() const;

  /// What the reviews would say of a list, or of the instructions or the Implementation (see admits()). Logs and
  /// remembers nothing.
  [[nodiscard]] ReviewOutlook outlook(protocol::ListKind kind, const std::vector<protocol::ListedItem>& listed) const;
  [[nodiscard]] ReviewOutlook outlook(CatalogItemKind kind, const Json& definition) const {
    return outlook(CatalogItem{kind, {}, definition});
  }

  /// Takes a list, or the instructions or the Implementation, for admitted without a text, unasked.
  void admit_unasked(protocol::ListKind kind);
  void admit_unasked(CatalogItemKind kind);

  /// All that was judged last was admitted without a text, and nothing is missed.
  [[nodiscard]] bool is_silent() const { return withheld_.empty() && logged_.empty() && missing_.empty(); }

  /// Sentences about what the reviews miss in a whole list of the server.
  [[nodiscard]] std::vector<std::string> missing(protocol::ListKind kind,
                                                 const std::vector<protocol::ListedItem>& listed) const;

  /// Lines of the log about one list; further texts are counted.
  static constexpr std::size_t kMaxLinesOfAList = 100;
  /// Bytes of an advice to models; see ReviewVerdict::withhold().
  static constexpr std::size_t kMaxAdvice = 500;

  /// Why the item, which the latest list had, is withheld.
  struct Withheld {
    std::string reason;  ///< for people
    std::string advice;  ///< for models
  };
  /// By the server's own name, or the name that clients are shown (hidden characters written out); null: the item is
  /// not withheld.
  [[nodiscard]] const Withheld* find_withheld(protocol::ListKind kind, std::string_view name) const;
  [[nodiscard]] bool withholds_any() const { return !withheld_.empty(); }
  /// The first of this kind for whose name `is_it(name)` is true.
  template <typename Predicate>
  [[nodiscard]] const Withheld* find_withheld_if(protocol::ListKind kind, Predicate is_it) const {
    const CatalogItemKind wanted = item_kind(kind);
    for (auto one = withheld_.lower_bound(Key(wanted, {})); one != withheld_.end(); ++one) {
      if (one->first.first != wanted) break;
      if (is_it(std::string_view(one->first.second))) return &one->second;
    }
    return nullptr;
  }
  /// All that is withheld: by kind, then by name.
  [[nodiscard]] std::vector<WithheldItem> withheld() const;

  /// Sentences of reviews about what is missed in the lists that were judged, by kind.
  [[nodiscard]] const std::map<CatalogItemKind, std::vector<std::string>>& all_missing() const { return missing_; }

  [[nodiscard]] static CatalogItemKind item_kind(protocol::ListKind kind);

 private:
  using Key = std::pair<CatalogItemKind, std::string>;
  /// The logged text about an item, and the definition that it is about.
  struct Logged {
    std::string text;
    std::size_t definition = 0;  // hash
  };

  [[nodiscard]] ReviewedServer reviewed() const { return {toolbox_, server_, lock_, reviews_->toolboxes_file}; }
  [[nodiscard]] bool admits(CatalogItemKind kind, std::string_view name, const Json& definition);
  [[nodiscard]] ReviewOutlook outlook(const CatalogItem& item) const;
  void log(const CatalogItem& item, const std::string& texts, bool is_withheld);
  void end_of_list(CatalogItemKind kind, const std::vector<protocol::ListedItem>& listed);

  Host* host_ = nullptr;                     // null: there are no reviews
  const CatalogReviews* reviews_ = nullptr;  // null: there are none
  std::string toolbox_;
  std::string server_;
  std::string lock_;
  std::map<Key, Logged> logged_;
  std::size_t lines_ = 0;  // of the log, about the list that is judged
  std::map<CatalogItemKind, std::vector<std::string>> missing_;
  std::map<Key, Withheld> withheld_;  // names are visible text, as clients know them
};

}  // namespace workbench::servers
