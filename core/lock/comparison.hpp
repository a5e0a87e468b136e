#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/catalog_review.hpp>

#include "lock/difference.hpp"
#include "lock/json_tape.hpp"

namespace workbench::lock {

/// The fields in which what a server lists differs from `locked`, which is in the form of lock_form.hpp: the changes,
/// then the notes, each sorted by field. Nothing that differs is left out: more than kMaxDifferences fields, or names
/// of fields that are very long together, are one difference of the whole item, which is a change if one of them is.
/// Differences without a meaning are none: key order, white space, spellings of numbers and escapes, the order in
/// `required` and `enum`, a resource's size and time of modification. [any thread]
inline constexpr std::size_t kMaxDifferences = 1000;
[[nodiscard]] std::vector<Difference> differences(CatalogItemKind kind, std::string_view locked,
                                                  std::string_view listed);
/// The same for values that were read already; `listed` as the server wrote it.
[[nodiscard]] std::vector<Difference> differences(CatalogItemKind kind, JsonTape::Value locked, JsonTape::Value listed);

/// Whether one of them is a change.
[[nodiscard]] bool has_change(const std::vector<Difference>& differences);

/// The fields in which they differ, in words: "its description and its inputSchema.required". At most three are named.
[[nodiscard]] std::string field_names(const std::vector<Difference>& differences);

}  // namespace workbench::lock
