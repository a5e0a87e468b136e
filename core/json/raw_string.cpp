#include "json/raw_string.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "json/byte_tables.hpp"
#include "json/bytes.hpp"

namespace workbench::json {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// Writes the character of the `\u` at `at`, and returns the place behind it; `to` moves on as well.
const char* decode_unicode(const char* at, const char* end, char*& to, bool keep_lone_surrogates) {
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  const std::optional<char32_t> unit = code_unit(rest);
  if (!unit) {  // not in a checked text
    to = write_utf8(to, kReplacement);
    return at + 2;
  }
  if (is_high_surrogate(*unit)) {
    const std::optional<char32_t> low = code_unit(rest.substr(6));
    if (low && is_low_surrogate(*low)) {
      to = write_utf8(to, from_surrogates(*unit, *low));
      return at + 12;
    }
  }
  const bool lone = is_high_surrogate(*unit) || is_low_surrogate(*unit);
  to = write_utf8(to, lone && !keep_lone_surrogates ? kReplacement : *unit);
  return at + 6;
}

/// Copies the bytes before the next backslash, and returns that or `end`. There is as much room at `to` as from `at` to
/// `end`; `to` moves on as well.
const char* copy_to_backslash(const char* at, const char* end, char*& to) {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16, to += 16) {
    const __m128i bytes = load_16(at);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    const int backslashes = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    if (backslashes == 0) continue;
    const int before = std::countr_zero(static_cast<std::uint32_t>(backslashes));
    to += before;
    return at + before;
  }
#endif
  while (at != end && *at != '\\') *to++ = *at++;
  return at;
}

std::string decode(std::string_view text, bool keep_lone_surrogates) {
  // No escape is shorter than its character, except for a `\u` without digits in a text that was never checked.
  std::string out(text.size() + text.size() / 2, '\0');
  const char* at = text.data();
  const char* const end = at + text.size();
  char* to = out.data();
  for (;;) {
    at = copy_to_backslash(at, end, to);
    if (end - at < 2) break;  // one left: not in a checked text
    const char character = kUnescaped[static_cast<unsigned char>(at[1]) & 0x7FU];
    if (character == 0) {
      at = decode_unicode(at, end, to, keep_lone_surrogates);
    } else {
      *to++ = character;
      at += 2;
    }
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
  return out;
}

}  // namespace

bool RawString::equals_escaped(std::string_view characters) const {
  // The longest way to write a byte takes six; a longer key need not be decoded to know that it is another.
  return text.size() <= 6 * characters.size() && decode(text, true) == characters;
}

std::string RawString::decoded() const {
  return escaped ? decode(text, false) : std::string(text);
}

std::string RawString::decoded_for_comparison() const {
  return escaped ? decode(text, true) : std::string(text);
}

RawString raw_string_of(std::string_view string) noexcept {
  if (string.size() < 2 || string.front() != '"') return {};
  const std::string_view inside = string.substr(1, string.size() - 2);
  return {inside, inside.find('\\') != std::string_view::npos};
}

}  // namespace workbench::json
