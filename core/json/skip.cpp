#include "json/skip.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "json/bytes.hpp"

namespace workbench::json {
namespace {

constexpr std::ptrdiff_t kBlock = 64;

/// Where the bytes that matter are in a block, one bit a byte. Either kind of bracket counts: in a checked text they
/// match.
struct Block {
  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t opening = 0;
  std::uint64_t closing = 0;
};

Block look_at(const char* bytes) noexcept {
  Block block;
#if defined(__SSE2__)
  for (unsigned part = 0; part != kBlock; part += 16) {
    const __m128i sixteen = load_16(bytes + part);
    const __m128i folded = _mm_or_si128(sixteen, _mm_set1_epi8(0x20));  // '[' becomes '{', and ']' becomes '}'
    const auto where = [part](__m128i found, char byte) {
      const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(found, _mm_set1_epi8(byte)));
      return std::uint64_t{static_cast<std::uint32_t>(mask)} << part;
    };
    block.quotes |= where(sixteen, '"');
    block.backslashes |= where(sixteen, '\\');
    block.opening |= where(folded, '{');
    block.closing |= where(folded, '}');
  }
#else
  for (unsigned part = 0; part != kBlock; ++part) {
    const char byte = bytes[part];
    const std::uint64_t bit = std::uint64_t{1} << part;
    if (byte == '"') block.quotes |= bit;
    if (byte == '\\') block.backslashes |= bit;
    if (byte == '{' || byte == '[') block.opening |= bit;
    if (byte == '}' || byte == ']') block.closing |= bit;
  }
#endif
  return block;
}

/// The same for the less than kBlock bytes from `at` to `end`, as if zeros followed. If there are enough bytes from
/// `begin` on, this looks at the last whole block and shifts out what is before `at`.
Block look_at_rest(const char* begin, const char* at, const char* end) noexcept {
  if (end - begin < kBlock) {
    std::array<char, kBlock> rest{};
    std::copy(at, end, rest.begin());
    return look_at(rest.data());
  }
  const Block last = look_at(end - kBlock);
  const auto seen = static_cast<unsigned>(kBlock - (end - at));
  return {last.quotes >> seen, last.backslashes >> seen, last.opening >> seen, last.closing >> seen};
}

/// Keeps track of strings from block to block, because brackets inside strings do not nest.
class Strings {
 public:
  /// The bytes inside of strings, each with its opening quote but without its closing one.
  std::uint64_t inside(const Block& block) noexcept {
    std::uint64_t inside = quotes(block);
    for (const unsigned distance : {1U, 2U, 4U, 8U, 16U, 32U}) inside ^= inside << distance;  // parity of all before
    if (in_string_) inside = ~inside;
    in_string_ = (inside >> 63U) != 0;
    return inside;
  }

  /// The quotes that begin or end a string.
  std::uint64_t quotes(const Block& block) noexcept { return block.quotes & ~escaped(block.backslashes); }

 private:
  /// In a run of backslashes every second byte is escaped, beginning with the second, and the byte behind the run may
  /// be as well: those at odd places if the run begins at an even one, and the other way round. The sum tells the two
  /// kinds apart: it clears a run whose first bit is added to it, and the carry comes out behind the run.
  std::uint64_t escaped(std::uint64_t backslashes) noexcept {
    if (backslashes == 0) return std::exchange(next_is_escaped_, 0);
    constexpr std::uint64_t kEvenPlaces = 0x5555'5555'5555'5555;
    const std::uint64_t runs = backslashes & ~next_is_escaped_;
    const std::uint64_t behind_backslash = runs << 1U | next_is_escaped_;
    const std::uint64_t odd_beginnings = runs & ~kEvenPlaces & ~behind_backslash;
    const std::uint64_t even_runs = runs + odd_beginnings;
    next_is_escaped_ = even_runs < runs ? 1 : 0;
    return (kEvenPlaces ^ even_runs << 1U) & behind_backslash;
  }

  bool in_string_ = false;
  std::uint64_t next_is_escaped_ = 0;  // 1: the first byte of the next block is
};

const char* skip_container(const char* at, const char* end) noexcept {
  const char* const begin = at;
  Strings strings;
  std::size_t depth = 0;
  while (at != end) {
    const bool whole = end - at >= kBlock;
    const Block block = whole ? look_at(at) : look_at_rest(begin, at, end);

    const std::uint64_t outside = ~strings.inside(block);
    for (std::uint64_t left = (block.opening | block.closing) & outside; left != 0; left &= left - 1) {
      const int place = std::countr_zero(left);
      if ((block.opening >> place & 1U) != 0) {
        ++depth;
      } else if (--depth == 0) {
        return at + place + 1;
      }
    }
    at += whole ? kBlock : end - at;
  }
  return end;
}

/// The first quote or backslash, or `end`.
const char* skip_to_quote_or_backslash(const char* at, const char* end) noexcept {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = load_16(at);
    const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const auto found = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(quotes, backslashes)));
    if (found != 0) return at + std::countr_zero(found);
  }
#endif
  while (at != end && *at != '"' && *at != '\\') ++at;
  return at;
}

/// Past the quote that ends the string in which `at` is, not behind a backslash. For strings that have many escapes.
const char* skip_rest_of_string(const char* begin, const char* at, const char* end) noexcept {
  Strings strings;
  while (at != end) {
    const bool whole = end - at >= kBlock;
    const std::uint64_t quotes = strings.quotes(whole ? look_at(at) : look_at_rest(begin, at, end));
    if (quotes != 0) return at + std::countr_zero(quotes) + 1;
    at += whole ? kBlock : end - at;
  }
  return end;
}

bool ends_scalar(char byte) noexcept {
  return byte == ',' || byte == '}' || byte == ']' || is_blank(byte);
}

}  // namespace

const char* skip_string(const char* at, const char* end, bool& escaped) noexcept {
  const char* const begin = at;
  for (++at;;) {
    at = skip_to_quote_or_backslash(at, end);
    if (at == end) return end;
    if (*at == '"') return at + 1;
    escaped = true;
    if (at - begin > kBlock) return skip_rest_of_string(begin, at, end);
    if (end - at < 2) return end;
    at += 2;
  }
}

const char* skip_value(const char* at, const char* end) noexcept {
  bool escaped = false;
  if (at == end) return end;
  if (*at == '"') return skip_string(at, end, escaped);
  if (*at == '{' || *at == '[') return skip_container(at, end);
  while (at != end && !ends_scalar(*at)) at = skip_digits(at + 1, end);
  return at;
}

}  // namespace workbench::json
