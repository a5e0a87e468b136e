#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/catalog_review.hpp>

#include "scan/finding.hpp"

// Finds in the texts of servers what deceives people or models. It depends on its arguments alone, uses no network, and
// takes time and memory proportional to the text.

namespace workbench::scan {

/// What was found in one item, the most severe first. All strings that a model reads are scanned: names, titles,
/// descriptions, and all keys and strings of schemas. `_meta` is not, nor are `icons` that are as the specification has
/// them.
[[nodiscard]] std::vector<ScanFinding> scan(CatalogItemKind kind, const Json& definition);

/// The sentence about a finding, for a line of a log: "description has ...: 'text' (hidden-text, critical)".
[[nodiscard]] std::string line_of(const ScanFinding& finding);

}  // namespace workbench::scan
