#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The replacement for a word that the configuration does not know: it was renamed, or is probably misspelled.

namespace workbench::config {

/// Where a word is used in the configuration.
enum class WordKind {
  setting,   ///< a key of the properties file
  protocol,  ///< the value of `protocol` in a server entry
};

/// A word that an earlier version knew under another name.
struct RenamedWord {
  WordKind kind;
  std::string_view old_name;  ///< with a dot at its end: the beginning of all words of a kind
  std::string_view new_name;
};

/// All of them, from the table in docs/operate/upgrading.md.
[[nodiscard]] std::span<const RenamedWord> renamed_words();

/// The new name of `word`, if an earlier version knew it under this one.
[[nodiscard]] std::optional<std::string> new_name(WordKind kind, std::string_view word);

/// The known word that `word` was probably meant to be: equal but for upper and lower case, or at most two edits away
/// (a character missing, added, wrong, or two neighbors swapped; one edit only in words of up to four letters).
[[nodiscard]] std::optional<std::string> closest_match(std::string_view word, const std::vector<std::string>& known);

/// `"a", "b", "c"`.
[[nodiscard]] std::string quoted_list(const std::vector<std::string>& words);

/// The end of a sentence about an unknown word: `did you mean "X"?`, or `known here: ...`.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& known);

}  // namespace workbench::config
