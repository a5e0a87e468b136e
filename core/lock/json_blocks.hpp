#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Looks at some bytes of a JSON text at once.
namespace workbench::lock::json_block {

#if defined(__SSE2__)

inline constexpr std::ptrdiff_t kBytes = 16;

inline __m128i load(const char* block) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(block));
}

/// How many bytes of a block precede the first one that is marked; kBytes: none is.
inline std::ptrdiff_t count_before(__m128i marked) {
  return std::countr_zero(static_cast<unsigned>(_mm_movemask_epi8(marked)) | 1U << kBytes);
}

/// How many bytes of a block precede the first quote, backslash or control character.
inline std::ptrdiff_t count_of_plain(const char* block) {
  const __m128i bytes = load(block);
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
  const __m128i special =
      _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  return count_before(_mm_or_si128(control, special));
}

/// How many bytes of a block are blanks before the first one that is not.
inline std::ptrdiff_t count_of_blanks(const char* block) {
  const __m128i blank = _mm_cmpeq_epi8(load(block), _mm_set1_epi8(' '));
  return count_before(_mm_xor_si128(blank, _mm_set1_epi8(-1)));
}

#else

inline constexpr std::ptrdiff_t kBytes = 8;
inline constexpr std::uint64_t kOnes = 0x0101010101010101U;
inline constexpr std::uint64_t kHighs = 0x8080808080808080U;

/// The first byte in the lowest bits.
inline std::uint64_t load(const char* block) {
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < kBytes; ++i) bytes |= std::uint64_t{static_cast<unsigned char>(block[i])} << (8 * i);
  return bytes;
}

/// The highest bit of the first of eight bytes that is `byte` is the lowest one that is set; 0: none is.
inline std::uint64_t marked(std::uint64_t bytes, unsigned char byte) {
  const std::uint64_t zero = bytes ^ (kOnes * byte);
  return (zero - kOnes) & ~zero & kHighs;
}

/// How many bytes of a block precede the first quote, backslash or control character.
inline std::ptrdiff_t count_of_plain(const char* block) {
  const std::uint64_t bytes = load(block);
  const std::uint64_t control = (bytes - kOnes * 0x20) & ~bytes & kHighs;
  return std::countr_zero(marked(bytes, '"') | marked(bytes, '\\') | control) / 8;
}

/// How many bytes of a block are blanks before the first one that is not.
inline std::ptrdiff_t count_of_blanks(const char* block) {
  return std::countr_zero(load(block) ^ (kOnes * ' ')) / 8;
}

#endif

}  // namespace workbench::lock::json_block
