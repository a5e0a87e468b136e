#pragma once

#include <cstddef>
#include <string_view>

namespace workbench::base {

/// The first character of a text of UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t length = 0;  ///< in bytes; 0: the text is empty, or does not begin with a valid character
};

[[nodiscard]] CodePoint first_code_point(std::string_view text);

/// Whether a character is never seen, wherever it is: a control character (line breaks and tabs included), a line or
/// paragraph separator, an override, isolate or mark of writing direction, a tag, a noncharacter, or another one that
/// Unicode calls default-ignorable.
[[nodiscard]] bool is_invisible(char32_t value);

/// Symbols that emoji are made of: they may be joined to each other, and may be followed by a variation selector.
[[nodiscard]] bool is_pictograph(char32_t value);

/// Whether text of the character's script is written with a joiner (U+200D) or non-joiner (U+200C) between letters:
/// Arabic and those like it, and the scripts of India and its neighbours. 0: it is not; else a number of the script.
inline constexpr unsigned kArabicScript = 1;
[[nodiscard]] unsigned joining_script(char32_t value);
/// The sign of such a script that removes a vowel: a joiner after it shapes what precedes, whatever follows.
[[nodiscard]] bool is_virama(char32_t value);

/// Whether there are standard variants of the character, which U+FE00 to U+FE02 after it select: ideographs, signs of
/// mathematics, and letters of Mongolian, whose selectors are its own.
[[nodiscard]] bool has_variants(char32_t value);
[[nodiscard]] bool is_mongolian(char32_t value);

}  // namespace workbench::base
