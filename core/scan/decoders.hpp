#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace workbench::scan {

/// What a text has in one of the encodings that models decode, and its place.
struct DecodedPart {
  std::string_view encoding;  ///< "base64", for a sentence
  std::size_t begin;
  std::size_t end;
  std::string text;  ///< readable: valid, and almost all of it letters, blanks and punctuation
};

/// Calls `take` for each part of the text that is readable when it is decoded: base64 of both alphabets; bytes in
/// hexadecimal, decimal and octal notation, with and without separators; percent encoding; escapes (`\x41`, `\u0041`);
/// character references of HTML. At most kMaxDecoded bytes of a part are decoded. Linear time.
void decode_parts(std::string_view text, const std::function<void(const DecodedPart&)>& take);

/// The same of base64 alone.
void decode_base64_parts(std::string_view text, const std::function<void(const DecodedPart&)>& take);

inline constexpr std::size_t kMaxDecoded = 4096;

}  // namespace workbench::scan
