#pragma once

#include <string>
#include <string_view>

namespace workbench::scan {

/// The Latin letter (in ASCII) that a letter of another script looks like; 0: none.
[[nodiscard]] char latin_lookalike(char32_t value);

/// The first word that has letters of Latin and others that look like them, so that people take it for a Latin word;
/// empty: there is none. Words of Greek symbols, of up to three letters, are none.
[[nodiscard]] std::string_view mixed_word(std::string_view text);

/// Whether the name has letters of another script, and all of these look like Latin ones.
[[nodiscard]] bool has_only_lookalikes(std::string_view name);

/// The text with Latin letters in the place of others, in all words that have both.
[[nodiscard]] std::string without_lookalikes(std::string_view text);

/// What a name looks like: lower case, without separators, look-alikes and digits that look like letters replaced,
/// doubled letters single. Names that people confuse have the same.
[[nodiscard]] std::string likeness(std::string_view name);

}  // namespace workbench::scan
