#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench::config {

/// The known word that `word` was probably meant to be: the same but for upper and lower case, or at most two slips
/// away (a character missing, added, wrong, or two neighbours swapped; one slip only in words of up to four letters).
[[nodiscard]] std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known);

/// `"a", "b", "c"`, as they are.
[[nodiscard]] std::string listed(const std::vector<std::string>& words);

/// The end of a sentence about an unknown word: `did you mean "X"?`, or `known here: ...`.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace workbench::config
