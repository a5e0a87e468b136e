#include <workbench/plugin.hpp>

#include "lock_review.hpp"

namespace {

void register_plugin(workbench::Registrar& registrar) {
  using namespace workbench;
  registrar.add_catalog_review("lock", {.make = construct<CatalogReview, lock_review::LockReview>});
  registrar.provide<LockedItems>([](Host&) { return std::make_shared<lock_review::LockedKnowledge>(); });
}

}  // namespace

WORKBENCH_PLUGIN("lock", "0.1.0", register_plugin);
