#pragma once

#include <cstddef>
#include <cstdint>

#include "json/block_functions.hpp"
#include "json/block_masks.hpp"
#include "json/byte_tables.hpp"

/// The functions of BlockFunctions, for any `Bytes` (see block_masks.hpp).
namespace workbench::json::blocks {

template <typename Bytes>
const char* check_string(const char* at, const char* end, FoundEscapes& escapes) noexcept {
  Carry carry{};
  for (; end - at >= kBlock; at += kBlock) {
    const Bytes bytes(at);
    if (bytes.are_plain() && carry.any() == 0) continue;

    Carry next{carry.escaped, 0, 0, 0};
    const Mask backslashes = bytes.equal('\\');
    const Mask escaped = blocks::escaped(backslashes, next.escaped);
    const Mask closing = bytes.equal('"') & ~escaped;
    const Mask beyond_ascii = bytes.beyond_ascii();
    Mask wrong = bytes.below(' ') & ~beyond_ascii;
    Mask unicode = 0;
    if ((escaped | carry.hex) != 0) wrong |= wrong_escapes(bytes, escaped, carry, next, unicode);
    if ((beyond_ascii | carry.continuations) != 0) wrong |= wrong_utf8(bytes, beyond_ascii, at, carry, next);

    const Mask string = up_to_first(closing);
    if ((wrong & string) != 0) break;
    if ((backslashes & string) != 0) escapes.any = true;
    // The digits may be in the next block; behind the last one, they are left to the caller.
    for (Mask left = unicode & string; left != 0 && !escapes.surrogates; left &= left - 1) {
      const char* const digits = at + first(left) + 1;
      if (end - digits < 2) return digits - 2;
      escapes.surrogates = are_of_surrogate(digits);
    }
    if (closing != 0) return at + first(closing);
    carry = next;
  }
  return between_characters(at, carry);
}

template <typename Bytes>
const char* skip_string(const char* at, const char* end, Mask& escaped_carry, bool& has_escapes) noexcept {
  for (; end - at >= kBlock; at += kBlock) {
    const Bytes bytes(at);
    const Mask backslashes = bytes.equal('\\');
    const Mask closing = bytes.equal('"') & ~escaped(backslashes, escaped_carry);
    if ((backslashes & up_to_first(closing)) != 0) has_escapes = true;
    if (closing == 0) continue;
    escaped_carry = 0;
    return at + first(closing);
  }
  return at;
}

/// Continues by a block of a container; these bytes of it begin or end strings, and open and close containers. Returns
/// the place of the bracket that ends the container, or -1.
[[gnu::always_inline]] inline int end_of_container(Mask quotes, Mask opening, Mask closing, Nesting& nesting) noexcept {
  // The bytes inside of strings, each with its opening quote but without its closing one: where the number of quotes
  // up to a byte is odd.
  Mask strings = quotes;
  for (unsigned distance = 1; distance != kBlock; distance *= 2) strings ^= strings << distance;
  strings ^= nesting.in_string;
  nesting.in_string = 0 - (strings >> 63U);

  for (Mask left = (opening | closing) & ~strings; left != 0; left &= left - 1) {
    const int place = first(left);
    if ((opening >> place & 1U) != 0) {
      ++nesting.depth;
    } else if (--nesting.depth == 0) {
      return place;
    }
  }
  return -1;
}

template <typename Bytes>
const char* skip_container(const char* at, const char* end, Nesting& nesting) noexcept {
  Nesting current = nesting;  // in registers
  for (; end - at >= kBlock; at += kBlock) {
    const Bytes bytes(at);
    const Mask quotes = bytes.equal('"') & ~escaped(bytes.equal('\\'), current.escaped);
    if (quotes == 0 && current.in_string != 0) continue;
    const Bytes lower = bytes.lower_case();
    const int place = end_of_container(quotes, lower.equal('{'), lower.equal('}'), current);
    if (place < 0) continue;
    nesting.depth = 0;
    return at + place + 1;
  }
  nesting = current;
  return at;
}

/// Copies always 64 bytes, of which only the first ones may count.
[[gnu::always_inline]] inline void copy_block(char* to, const char* from) noexcept {
  __builtin_memcpy(to, from, kBlock);
}

/// The same for `size` bytes of a block between two that are escaped, which mostly are few.
[[gnu::always_inline]] inline void copy_run(char* to, const char* from, std::ptrdiff_t size) noexcept {
  __builtin_memcpy(to, from, 16);
  if (size > 16) __builtin_memcpy(to + 16, from + 16, kBlock - 16);
}

// A block of nothing but control characters is written with six bytes for each, and one more block is copied behind
// them, which reads as many bytes beyond the block.
template <typename Bytes>
const char* escape(const char* at, const char* end, char*& out, const char* out_end) noexcept {
  char* to = out;
  Carry carry{};
  for (; end - at >= 2 * kBlock && out_end - to >= kRoomToEscape; at += kBlock) {
    const Bytes bytes(at);
    Mask special = 0;
    if (!bytes.are_plain() || carry.continuations != 0) {
      Carry next{};
      const Mask beyond_ascii = bytes.beyond_ascii();
      if ((beyond_ascii | carry.continuations) != 0 && wrong_utf8(bytes, beyond_ascii, at, carry, next) != 0) break;
      carry = next;
      special = bytes.equal('"') | bytes.equal('\\') | (bytes.below(' ') & ~beyond_ascii);
    }
    const char* from = at;
    for (; special != 0; special &= special - 1) {
      const char* const character = at + first(special);
      copy_run(to, from, character - from);
      to += character - from;
      const EscapedForm& form = kEscapedForms.of[static_cast<unsigned char>(*character)];
      __builtin_memcpy(to, form.text, sizeof form.text);
      to += form.length;
      from = character + 1;
    }
    copy_block(to, from);
    to += at + kBlock - from;
  }
  const char* const rest = between_characters(at, carry);
  out = to - (at - rest);
  return rest;
}

template <typename Bytes>
inline constexpr BlockFunctions kFunctions{&check_string<Bytes>, &skip_string<Bytes>, &skip_container<Bytes>,
                                           &escape<Bytes>};

}  // namespace workbench::json::blocks
