#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/host.hpp>

#include "lock/comparison.hpp"
#include "lock/json_tape.hpp"
#include "locked_knowledge.hpp"

namespace workbench::lock_review {

/// What `lock` of the configuration makes of an item that is not as the lock file has it.
enum class LockMode { off, warn, block };

/// The catalog review `lock`: compares each item with the lock file beside the toolboxes file. Texts for models name
/// the command with which a person sees what has changed, and nothing with which a model could accept it.
class LockReview final : public CatalogReview {
 public:
  /// Shares what it knows with the plugin's extension LockedItems, if `host` has it.
  explicit LockReview(Host& host);

  ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) override;
  std::vector<std::string> missing(const ReviewedServer& server, CatalogItemKind kind,
                                   std::span<const std::string_view> listed) override;
  std::string basis(const ReviewedServer& server) override;
  bool judges_start(const ReviewedServer& server) override;
  std::vector<std::string> files(std::string_view toolboxes_file) override;
  bool refresh() override { return knowledge_->records().refresh(); }

 private:
  [[nodiscard]] ReviewVerdict compare(const ReviewedServer& server, const CatalogItem& item, LockMode mode,
                                      const lock::LockIndex& index);

  [[nodiscard]] const std::string& key_of(const ReviewedServer& server);

  LockedKnowledge own_knowledge_;
  LockedKnowledge* const knowledge_;
  lock::JsonTape listed_;  // of the item that is judged, so that its memory is used again
  std::string key_;        // of the server that was judged last
};

}  // namespace workbench::lock_review
