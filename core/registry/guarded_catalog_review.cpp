#include "registry/guarded_catalog_review.hpp"

#include <utility>

#include "base/shell_word.hpp"

namespace workbench::registry {
namespace {

class GuardedCatalogReview final : public CatalogReview {
 public:
  GuardedCatalogReview(PluginObject object, std::unique_ptr<CatalogReview> review)
      : object_(std::move(object)), review_(std::move(review)) {}

  ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) override {
    try {
      return with_advice(review_->review(server, item), server);
    } catch (...) {
      return with_advice(ReviewVerdict::withhold(failure_of_current_exception(object_).message), server);
    }
  }

  std::vector<std::string> missing(const ReviewedServer& server, CatalogItemKind kind,
                                   std::span<const std::string_view> listed) override {
    try {
      return review_->missing(server, kind, listed);
    } catch (...) {
      return {failure_of_current_exception(object_).message};
    }
  }

  std::string basis(const ReviewedServer& server) override {
    try {
      const std::string basis = review_->basis(server);
      return basis.empty() ? basis : object_.plugin + "/" + object_.name + " " + basis;
    } catch (...) {
      return {};  // then all is judged
    }
  }

  bool judges_start(const ReviewedServer& server) override {
    try {
      return review_->judges_start(server);
    } catch (...) {
      return true;  // then it throws at what is judged, or judges it
    }
  }

  std::vector<std::string> files(std::string_view toolboxes_file) override {
    try {
      return review_->files(toolboxes_file);
    } catch (...) {
      return {};
    }
  }

  bool refresh() override {
    try {
      return review_->refresh();
    } catch (...) {
      return true;  // what it says of items from now on is not known
    }
  }

 private:
  [[nodiscard]] ReviewVerdict with_advice(ReviewVerdict verdict, const ReviewedServer& server) const {
    if (verdict.action() != ReviewVerdict::Action::withhold || !verdict.advice().empty()) return verdict;
    return ReviewVerdict::withhold(
        verdict.text(), "a person can see what the review '" + object_.name + "' says of it: mcp-workbench doctor " +
                            base::shell_word(std::string(server.toolbox) + "/" + std::string(server.server)));
  }

  const PluginObject object_;
  const std::unique_ptr<CatalogReview> review_;
};

}  // namespace

std::unique_ptr<CatalogReview> make_guarded_catalog_review(PluginObject object, PluginHost&,
                                                           std::unique_ptr<CatalogReview> review) {
  return std::make_unique<GuardedCatalogReview>(std::move(object), std::move(review));
}

}  // namespace workbench::registry
