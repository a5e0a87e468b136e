#include "json/skip.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "json/baseline_bytes.hpp"
#include "json/blocks.hpp"
#include "json/bytes.hpp"
#include "json/instruction_sets.hpp"

namespace workbench::json {
namespace {

/// The bytes of one block that matter when a value is skipped. Either kind of bracket counts: in a checked
/// text they match.
struct Marks {
  std::uint64_t quotes = 0;
  std::uint64_t backslashes = 0;
  std::uint64_t opening = 0;
  std::uint64_t closing = 0;
};

Marks marks(const char* at) noexcept {
  const blocks::BaselineBytes bytes(at);
  const blocks::BaselineBytes lower = bytes.lower_case();
  return {bytes.equal('"'), bytes.equal('\\'), lower.equal('{'), lower.equal('}')};
}

/// The marks of the less than kBlock bytes from `at` to `end`, as if zeros followed. If there are enough bytes from
/// `begin` on, this looks at the last whole block and shifts out what is before `at`.
Marks marks_of_rest(const char* begin, const char* at, const char* end) noexcept {
  if (end - begin < kBlock) {
    std::array<char, kBlock> rest{};
    std::copy(at, end, rest.begin());
    return marks(rest.data());
  }
  const Marks last = marks(end - kBlock);
  const auto seen = static_cast<unsigned>(kBlock - (end - at));
  return {last.quotes >> seen, last.backslashes >> seen, last.opening >> seen, last.closing >> seen};
}

/// Most strings and containers are short: only the rest of a longer one is worth a call.
constexpr std::ptrdiff_t kShortSkippedString = kBlock;
constexpr std::ptrdiff_t kShortContainer = 2 * kBlock;

const char* skip_container(const char* at, const char* end) noexcept {
  const char* const begin = at;
  Nesting nesting;
  const char* const short_end = end - at > kShortContainer ? at + kShortContainer : end;
  at = blocks::skip_container<blocks::BaselineBytes>(at, short_end, nesting);
  if (at != begin && nesting.depth == 0) return at;
  if (end - at >= kBlock) {
    at = block_functions().skip_container(at, end, nesting);
    if (nesting.depth == 0) return at;
  }
  if (at == end) return end;
  const Marks rest = marks_of_rest(begin, at, end);
  const std::uint64_t quotes = rest.quotes & ~blocks::escaped(rest.backslashes, nesting.escaped);
  const int place = blocks::end_of_container(quotes, rest.opening, rest.closing, nesting);
  return place >= 0 ? at + place + 1 : end;
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

/// Past the quote that ends the string in which `at` is, not behind a backslash. For long strings.
const char* skip_rest_of_string(const char* begin, const char* at, const char* end, bool& has_escapes) noexcept {
  std::uint64_t escaped = 0;
  at = block_functions().skip_string(at, end, escaped, has_escapes);
  while (at != end) {
    const bool whole = end - at >= kBlock;
    const Marks block = whole ? marks(at) : marks_of_rest(begin, at, end);
    const std::uint64_t quotes = block.quotes & ~blocks::escaped(block.backslashes, escaped);
    if ((block.backslashes & blocks::up_to_first(quotes)) != 0) has_escapes = true;
    if (quotes != 0) return at + blocks::first(quotes) + 1;
    at += whole ? kBlock : end - at;
  }
  return end;
}

bool ends_scalar(char byte) noexcept {
  return byte == ',' || byte == '}' || byte == ']' || is_blank(byte);
}

}  // namespace

const char* skip_any_string(const char* at, const char* end, bool& escaped) noexcept {
  const char* const begin = at;
  const char* const short_end = end - at > kShortSkippedString ? at + kShortSkippedString : end;
  for (++at; at < short_end; at += 2) {
    at = skip_to_quote_or_backslash(at, short_end);
    if (at == short_end) break;
    if (*at == '"') return at + 1;
    escaped = true;
    if (end - at < 2) return end;
  }
  return skip_rest_of_string(begin, at, end, escaped);
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
