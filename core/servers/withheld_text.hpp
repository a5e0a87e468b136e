#pragma once

#include <cstddef>
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

/// For models, without any word of the server: `2 tools, 1 prompt are withheld by a review; ADVICE`, for each advice.
[[nodiscard]] std::vector<std::string> withheld_for_models(const std::vector<WithheldItem>& withheld);

/// `1 tool`, `2 prompts`, `the instructions of the server`, ...
[[nodiscard]] std::string counted(CatalogItemKind kind, std::size_t count);

}  // namespace workbench::servers
