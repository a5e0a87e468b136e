#pragma once

#include <string>
#include <string_view>

#include <workbench/move_only_function.hpp>

namespace meta_tools {

/// How a text is divided into words.
enum class Splitting {
  none,        ///< at white space and punctuation only; `_` is part of a word
  identifiers  ///< also inside camelCase, snake_case, kebab-case, and between letters and digits
};

/// Whether a word is one as it was written, or a part of the latest whole one.
enum class WordExtent { whole, part };

/// Calls `word` for each word of `text`, with its ASCII letters in lower case; the view is valid during the call.
///
/// With Splitting::identifiers, a word that is divided at capitals or digits is passed whole first, so that `GitHub` is
/// found as `github`, and `base64` as `base64`; a single letter that such a division leaves is not passed. Characters
/// beyond ASCII belong to words; a Chinese, Japanese or Korean character is a word of its own. `text` is UTF-8.
void for_each_word(std::string_view text, Splitting splitting,
                   workbench::MoveOnlyFunction<void(std::string_view word, WordExtent extent)> word);

/// Whether the word is so common in questions and descriptions that it means nothing: `the`, `how`, `please`.
/// `word` is in lower case.
[[nodiscard]] bool is_stop_word(std::string_view word);

}  // namespace meta_tools
