#pragma once

#include <memory>

#include <workbench/catalog_review.hpp>

#include "registry/plugin_host.hpp"

namespace workbench::registry {

/// `review`, guarded: if it throws for an item, the item is withheld, with a text that names the plugin. [loop thread]
[[nodiscard]] std::unique_ptr<CatalogReview> make_guarded_catalog_review(PluginObject object, PluginHost& host,
                                                                         std::unique_ptr<CatalogReview> review);

}  // namespace workbench::registry
