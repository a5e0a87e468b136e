#include "json/block_variants.hpp"

#if defined(WORKBENCH_JSON_AVX)
#include <immintrin.h>

#include <cstdint>

// From here on, this file is compiled for processors that have AVX2.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,popcnt")
#endif
#include "json/blocks.hpp"

namespace workbench::json {
namespace {

class Bytes {
 public:
  [[gnu::always_inline]] explicit Bytes(const char* at) noexcept
      : low_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at))),
        high_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32))) {}

  [[gnu::always_inline]] [[nodiscard]] std::uint64_t equal(char byte) const noexcept {
    const __m256i wanted = _mm256_set1_epi8(byte);
    return mask(_mm256_cmpeq_epi8(low_, wanted), _mm256_cmpeq_epi8(high_, wanted));
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t below(char byte) const noexcept {
    const __m256i bound = _mm256_set1_epi8(byte);
    return mask(_mm256_cmpgt_epi8(bound, low_), _mm256_cmpgt_epi8(bound, high_));
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t beyond_ascii() const noexcept { return mask(low_, high_); }
  [[gnu::always_inline]] [[nodiscard]] bool are_plain() const noexcept {
    return _mm256_movemask_epi8(_mm256_or_si256(not_plain(low_), not_plain(high_))) == 0;
  }
  [[gnu::always_inline]] [[nodiscard]] Bytes lower_case() const noexcept {
    const __m256i bit = _mm256_set1_epi8(0x20);
    return Bytes(_mm256_or_si256(low_, bit), _mm256_or_si256(high_, bit));
  }

 private:
  [[gnu::always_inline]] Bytes(__m256i low, __m256i high) noexcept : low_(low), high_(high) {}

  [[gnu::always_inline]] static std::uint64_t mask(__m256i low, __m256i high) noexcept {
    const auto bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
    return bits | std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(high))} << 32U;
  }
  [[gnu::always_inline]] static __m256i not_plain(__m256i bytes) noexcept {
    const __m256i quotes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
    const __m256i backslashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
    return _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(' '), bytes), _mm256_or_si256(quotes, backslashes));
  }

  __m256i low_;
  __m256i high_;
};

}  // namespace

constinit const BlockFunctions kAvx2Functions = blocks::kFunctions<Bytes>;

}  // namespace workbench::json

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
