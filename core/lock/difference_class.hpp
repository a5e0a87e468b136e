#pragma once

#include <optional>
#include <string>
#include <vector>

#include <workbench/catalog_review.hpp>

#include "lock/difference.hpp"

namespace workbench::lock {

/// The keys of a field, from the outside in.
using FieldPath = std::vector<std::string>;

/// How much a difference matters; absent: not at all. Its values are forms.
[[nodiscard]] std::optional<DifferenceClass> class_of(CatalogItemKind kind, const FieldPath& path,
                                                      const Difference& difference);

}  // namespace workbench::lock
