#pragma once

#include <string>
#include <string_view>

namespace workbench::scan {

/// The text as a model understands it, whatever its letters look like, so that phrases can be found: NFKC, lower case,
/// without marks above letters and without characters that cannot be seen, with Latin letters in place of look-alikes.
/// Of ASCII alone, it is the text in lower case, of the same length.
[[nodiscard]] std::string normal_text(std::string_view text);

/// The text with letters in the place of digits and signs that stand for them ("1gn0r3"), in words that have both.
/// Empty: there are too few such words to write a sentence with.
[[nodiscard]] std::string without_digit_letters(std::string_view normal);

/// The words of letters that are written one by one ("i g n o r e  t h i s"): their borders are where the separators
/// are doubled or change. Empty: there are none.
[[nodiscard]] std::string joined_letters(std::string_view normal);

/// Each Latin letter moved by 13 places.
[[nodiscard]] std::string rotated(std::string_view normal);

/// The characters from the last to the first.
[[nodiscard]] std::string reversed(std::string_view normal);

}  // namespace workbench::scan
