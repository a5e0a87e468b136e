#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <workbench/detail/utf8.hpp>

#include "base/ascii.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>

#include <bit>
#include <cstdint>
#endif

namespace workbench::json {

using detail::utf8_length;

/// What JSON allows between tokens.
[[nodiscard]] inline bool is_blank(char byte) noexcept {
  return static_cast<unsigned char>(byte) <= ' ' && (byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r');
}

/// Whether a byte stands for itself inside a JSON string and needs no second look: ASCII (DEL is), but no control
/// character, quote or backslash.
[[nodiscard]] inline bool is_plain(char byte) noexcept {
  const auto value = static_cast<unsigned char>(byte);
  return value >= 0x20 && value < 0x80 && byte != '"' && byte != '\\';
}

#if defined(__SSE2__)
/// Each of 16 bytes as all ones if it is not plain, or else as 0.
[[nodiscard]] inline __m128i not_plain_bytes(__m128i bytes) noexcept {
  const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  // Compared as signed numbers, the bytes from 0x80 on are below 0x20 too.
  const __m128i outside = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
  return _mm_or_si128(outside, _mm_or_si128(quotes, backslashes));
}

/// A bit for each of 16 bytes that is not plain.
[[nodiscard]] inline std::uint32_t not_plain(__m128i bytes) noexcept {
  return static_cast<std::uint32_t>(_mm_movemask_epi8(not_plain_bytes(bytes)));
}

/// A bit for each of 16 bytes that JSON does not allow between tokens.
[[nodiscard]] inline std::uint32_t not_blank(__m128i bytes) noexcept {
  const auto is = [bytes](char byte) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)); };
  const __m128i blanks = _mm_or_si128(_mm_or_si128(is(' '), is('\n')), _mm_or_si128(is('\t'), is('\r')));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(blanks)) ^ 0xFFFFU;
}

/// A bit for each of 16 bytes that is not a digit.
[[nodiscard]] inline std::uint32_t not_digit(__m128i bytes) noexcept {
  const __m128i below = _mm_cmplt_epi8(bytes, _mm_set1_epi8('0'));
  const __m128i above = _mm_cmpgt_epi8(bytes, _mm_set1_epi8('9'));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(below, above)));
}

[[nodiscard]] inline __m128i load_16(const char* at) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}
#endif

/// The first byte of [at, end) that is not plain, or `end`.
[[nodiscard]] inline const char* skip_plain(const char* at, const char* end) noexcept {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const std::uint32_t found = not_plain(load_16(at));
    if (found != 0) return at + std::countr_zero(found);
  }
  if (end - at >= 8) {  // as names are
    const std::uint32_t found = not_plain(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at))) & 0xFFU;
    if (found != 0) return at + std::countr_zero(found);
    at += 8;
  }
#endif
  while (at != end && is_plain(*at)) ++at;
  return at;
}

/// The first byte of [at, end) that is not a blank, or `end`.
[[nodiscard]] inline const char* skip_blanks(const char* at, const char* end) noexcept {
  if (at == end || !is_blank(*at)) return at;
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const std::uint32_t found = not_blank(load_16(at));
    if (found != 0) return at + std::countr_zero(found);
  }
#endif
  while (at != end && is_blank(*at)) ++at;
  return at;
}

/// The same for digits. Most numbers are short, so the first ones are looked at one by one.
[[nodiscard]] inline const char* skip_digits(const char* at, const char* end) noexcept {
#if defined(__SSE2__)
  const char* const few = end - at < 16 ? end : at + 16;
  while (at != few && base::is_ascii_digit(*at)) ++at;
  if (at != few) return at;
  for (; end - at >= 16; at += 16) {
    const std::uint32_t found = not_digit(load_16(at));
    if (found != 0) return at + std::countr_zero(found);
  }
#endif
  while (at != end && base::is_ascii_digit(*at)) ++at;
  return at;
}

/// Replaces each line break in [at, end) by a blank.
inline void replace_line_breaks(char* at, char* end) noexcept {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = load_16(at);
    const __m128i feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
    const __m128i breaks = _mm_or_si128(feeds, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
    if (_mm_movemask_epi8(breaks) == 0) continue;
    const __m128i blanks = _mm_and_si128(breaks, _mm_set1_epi8(' '));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), _mm_or_si128(_mm_andnot_si128(breaks, bytes), blanks));
  }
#endif
  for (; at != end; ++at) {
    if (*at == '\n' || *at == '\r') *at = ' ';
  }
}

/// The quote that ends the string at `at`, if that has nothing but plain bytes and less than 16 of them, as keys and
/// names have. Null: something else is there, or it has to be looked for in another way.
[[nodiscard]] inline const char* end_of_short_plain(const char* at, const char* end) noexcept {
#if defined(__SSE2__)
  if (end - at < 16) return nullptr;
  const std::uint32_t found = not_plain(load_16(at));
  if (found == 0) return nullptr;
  const char* const first = at + std::countr_zero(found);
  return *first == '"' ? first : nullptr;
#else
  static_cast<void>(at);
  static_cast<void>(end);
  return nullptr;
#endif
}

/// Whether a byte belongs to a character beyond ASCII, well-formed or not.
[[nodiscard]] inline bool is_beyond_ascii(char byte) noexcept {
  return static_cast<unsigned char>(byte) >= 0x80;
}

/// Past all valid characters beyond ASCII from `at` on that begin before `stop`; none is read beyond `end`.
[[nodiscard]] inline const char* skip_beyond_ascii(const char* at, const char* stop, const char* end) noexcept {
  while (at < stop && is_beyond_ascii(*at)) {
    const std::size_t length = utf8_length(at, end);
    if (length == 0) return at;
    at += length;
  }
  return at;
}

/// The two halves of a surrogate pair, as UTF-16 and so `\uXXXX` write a character beyond U+FFFF.
[[nodiscard]] constexpr bool is_high_surrogate(char32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
[[nodiscard]] constexpr bool is_low_surrogate(char32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}
[[nodiscard]] constexpr char32_t from_surrogates(char32_t high, char32_t low) {
  return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
}

/// The code unit of `\uXXXX` at the beginning of `rest`, if `rest` begins with one.
[[nodiscard]] inline std::optional<char32_t> code_unit(std::string_view rest) noexcept {
  if (rest.size() < 6 || rest[0] != '\\' || rest[1] != 'u') return std::nullopt;
  char32_t unit = 0;
  for (const char digit : rest.substr(2, 4)) {
    const auto value = base::hex_value(digit);
    if (!value) return std::nullopt;
    unit = unit << 4U | *value;
  }
  return unit;
}

/// Writes a code point to `to`, where up to four bytes have room, and returns the place behind it; a surrogate is
/// written as if it were a character.
inline char* write_utf8(char* to, char32_t code) noexcept {
  const auto write = [&to](char32_t bits) { *to++ = static_cast<char>(static_cast<unsigned char>(bits)); };
  if (code < 0x80) {
    write(code);
  } else if (code < 0x800) {
    write(0xC0U | (code >> 6U));
    write(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    write(0xE0U | (code >> 12U));
    write(0x80U | ((code >> 6U) & 0x3FU));
    write(0x80U | (code & 0x3FU));
  } else {
    write(0xF0U | (code >> 18U));
    write(0x80U | ((code >> 12U) & 0x3FU));
    write(0x80U | ((code >> 6U) & 0x3FU));
    write(0x80U | (code & 0x3FU));
  }
  return to;
}

}  // namespace workbench::json
