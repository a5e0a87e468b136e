#pragma once

#include <string>
#include <vector>

#include <workbench/catalog_review.hpp>
#include <workbench/host.hpp>
#include <workbench/options.hpp>

namespace workbench::scan_plugin {

/// The catalog review `scan`: notes what core/scan finds in an item, and withholds items with hidden or encoded text.
/// [loop thread]
class ScanReview final : public CatalogReview {
 public:
  ScanReview(const Options& options, Host& host);

  [[nodiscard]] static std::vector<OptionDescription> option_descriptions();
  [[nodiscard]] static std::vector<OptionError> check(const Options& options);

  [[nodiscard]] ReviewVerdict review(const ReviewedServer& server, const CatalogItem& item) override;
  [[nodiscard]] std::string basis(const ReviewedServer& server) override;

 private:
  const bool withholds_;
};

}  // namespace workbench::scan_plugin
