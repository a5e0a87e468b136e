#pragma once

#include <cstddef>
#include <cstdint>

#include "json/block_functions.hpp"

/// A question about a block of 64 bytes is answered for all of its bytes at once, by a mask: a bit for each byte,
/// the first byte's lowest. Everything else is arithmetic with masks, in which a shift to the left means "the byte
/// behind".
///
/// `Bytes` are the 64 bytes in the registers of one instruction set. It is made of the place where they are, and has
///
/// - `Mask equal(char byte)`: where this byte is;
/// - `Mask below(char byte)`: where a smaller one is, as signed numbers, so that all from 0x80 on are below 0;
/// - `Mask beyond_ascii()`: where a byte from 0x80 on is;
/// - `bool are_plain()`: whether is_plain() is true for each;
/// - `Bytes lower_case()`: the same with bit 0x20 set in each: 'A' becomes 'a', '[' becomes '{'.
///
/// Included by the files of the instruction sets. Each has a type `Bytes` of its own, in an unnamed namespace, so that
/// no function compiled for one is linked into another; for the same reason nothing of the standard library is called.
namespace workbench::json::blocks {

using Mask = std::uint64_t;

/// The first of the bytes in a mask that is not empty.
[[gnu::always_inline]] inline int first(Mask mask) noexcept {
  return __builtin_ctzll(mask);
}

/// All bytes up to the first one in a mask, with that; all 64 if it is empty.
[[gnu::always_inline]] inline Mask up_to_first(Mask mask) noexcept {
  return mask ^ (mask - 1);
}

/// The bytes that are escaped by a backslash before them. `carry`: 1 if the first byte is by the block before; set to
/// the same for the next block.
///
/// In a run of backslashes every second byte is escaped, beginning with the second, and the byte behind the run may be
/// as well: those at odd places if the run begins at an even one, and the other way round. The sum tells the two kinds
/// apart: it clears a run whose first bit is added to it, and the carry comes out behind the run.
[[gnu::always_inline]] inline Mask escaped(Mask backslashes, Mask& carry) noexcept {
  const Mask first_is_escaped = carry;
  if (backslashes == 0) {
    carry = 0;
    return first_is_escaped;
  }
  constexpr Mask kEvenPlaces = 0x5555'5555'5555'5555;
  const Mask runs = backslashes & ~first_is_escaped;
  const Mask behind_backslash = runs << 1U | first_is_escaped;
  const Mask odd_beginnings = runs & ~kEvenPlaces & ~behind_backslash;
  const Mask even_runs = runs + odd_beginnings;
  carry = even_runs < runs ? 1 : 0;
  return (kEvenPlaces ^ even_runs << 1U) & behind_backslash;
}

/// The state of one block that the next one needs, while a string is checked. At most one of the masks is not
/// empty.
struct Carry {
  Mask escaped;        // 1: the first byte is
  Mask hex;            // bytes that have to be hexadecimal digits
  Mask continuations;  // bytes that have to continue a character
  char last;           // with those: the last byte

  [[nodiscard]] [[gnu::always_inline]] Mask any() const noexcept { return escaped | hex | continuations; }
};

template <typename Bytes>
[[gnu::always_inline]] inline Mask not_hex(const Bytes& bytes) noexcept {
  const Bytes lower = bytes.lower_case();
  const Mask digits = bytes.below(':') & ~bytes.below('0');
  const Mask letters = lower.below('g') & ~lower.below('a');
  return ~(digits | letters);
}

/// The escaped bytes that JSON does not allow behind a backslash, and the bytes after `\u` that are not digits.
/// `unicode`: set to each `u` of a `\u`.
template <typename Bytes>
[[gnu::always_inline]] inline Mask wrong_escapes(const Bytes& bytes, Mask escaped, const Carry& carry, Carry& next,
                                                 Mask& unicode) noexcept {
  Mask wrong = escaped & ~(bytes.equal('"') | bytes.equal('\\') | bytes.equal('n'));
  unicode = 0;
  if (wrong != 0) {
    wrong &= ~(bytes.equal('/') | bytes.equal('b') | bytes.equal('f') | bytes.equal('r') | bytes.equal('t'));
    unicode = wrong & bytes.equal('u');
    wrong &= ~unicode;
  }
  const Mask hex = unicode << 1U | unicode << 2U | unicode << 3U | unicode << 4U | carry.hex;
  next.hex = unicode >> 63U | unicode >> 62U | unicode >> 61U | unicode >> 60U;
  return hex == 0 ? wrong : wrong | (hex & not_hex(bytes));
}

/// The bytes that are not where UTF-8 allows them: at least one of each invalid character, or the byte behind it
/// ("The Unicode Standard", table 3-7). `at` is where the bytes were read.
template <typename Bytes>
[[gnu::always_inline]] inline Mask wrong_utf8(const Bytes& bytes, Mask beyond_ascii, const char* at, const Carry& carry,
                                              Carry& next) noexcept {
  const Mask continuations = bytes.below('\xC0');
  const Mask two_or_more = beyond_ascii & ~continuations;  // the first bytes of characters of so many
  const Mask three_or_more = beyond_ascii & ~bytes.below('\xE0');
  Mask expected = two_or_more << 1U | three_or_more << 2U | carry.continuations;
  next.continuations = two_or_more >> 63U | three_or_more >> 62U;
  next.last = at[kBlock - 1];
  Mask wrong = bytes.below('\xC2') & two_or_more;  // overlong forms of ASCII

  // The second byte of some longer characters is restricted. The first one may be in the block before.
  if (three_or_more != 0 || carry.continuations > 1) {
    const Mask four = beyond_ascii & ~bytes.below('\xF0');
    expected |= four << 3U;
    next.continuations |= four >> 61U;
    const auto behind = [&](char byte) { return bytes.equal(byte) << 1U | (carry.last == byte ? 1U : 0U); };
    const Mask low = bytes.below('\xA0');
    wrong |= behind('\xE0') & low;                     // overlong
    wrong |= behind('\xED') & (continuations & ~low);  // surrogates
    if (four != 0 || carry.continuations > 3) {
      const Mask lowest = bytes.below('\x90');
      wrong |= behind('\xF0') & lowest;                     // overlong
      wrong |= behind('\xF4') & (continuations & ~lowest);  // beyond U+10FFFF
      wrong |= four & ~bytes.below('\xF5');
    }
  }
  return wrong | (continuations ^ expected);
}

/// The last place between two characters before the block at `at`.
[[gnu::always_inline]] inline const char* between_characters(const char* at, const Carry& carry) noexcept {
  if (carry.escaped != 0) return at - 1;
  if (carry.hex != 0) return at - 6 + __builtin_popcountll(carry.hex);
  if (carry.continuations == 0) return at;
  do --at;
  while ((static_cast<unsigned char>(*at) & 0xC0U) == 0x80U);
  return at;
}

}  // namespace workbench::json::blocks
