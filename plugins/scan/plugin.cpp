#include <workbench/plugin.hpp>

#include "scan_review.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  using scan_plugin::ScanReview;
  registrar.add_catalog_review("scan",
                               {.options = ScanReview::option_descriptions(),
                                .check = [](const Options& options, Host&) { return ScanReview::check(options); },
                                .make = construct<CatalogReview, ScanReview>});
}

}  // namespace

WORKBENCH_PLUGIN("scan", "0.1.0", register_plugin);
