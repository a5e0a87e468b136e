#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <workbench/toolboxes.hpp>

namespace workbench::servers {

/// The beginning of a sentence about an item of a server: `the tool "x"`, `the instructions of the server`, ... Hidden
/// characters of `name` are written out.
[[nodiscard]] std::string item_in_words(CatalogItemKind kind, std::string_view name);

/// `the tool "x" is withheld: reason`, for each item.
[[nodiscard]] std::vector<std::string> withheld_sentences(const std::vector<WithheldItem>& withheld);

}  // namespace workbench::servers
