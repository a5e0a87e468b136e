#include "json/block_variants.hpp"

#if defined(WORKBENCH_JSON_AVX)
#include <immintrin.h>

#include <cstdint>

// From here on, this file is compiled for processors that have AVX-512 with its instructions for bytes.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,bmi,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,bmi,popcnt")
#endif
#include "json/blocks.hpp"

namespace workbench::json {
namespace {

class Bytes {
 public:
  [[gnu::always_inline]] explicit Bytes(const char* at) noexcept : bytes_(_mm512_loadu_si512(at)) {}

  [[gnu::always_inline]] [[nodiscard]] std::uint64_t equal(char byte) const noexcept {
    return _mm512_cmpeq_epi8_mask(bytes_, _mm512_set1_epi8(byte));
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t below(char byte) const noexcept {
    return _mm512_cmplt_epi8_mask(bytes_, _mm512_set1_epi8(byte));
  }
  [[gnu::always_inline]] [[nodiscard]] std::uint64_t beyond_ascii() const noexcept {
    return _mm512_movepi8_mask(bytes_);
  }
  [[gnu::always_inline]] [[nodiscard]] bool are_plain() const noexcept {
    return (below(' ') | equal('"') | equal('\\')) == 0;
  }
  [[gnu::always_inline]] [[nodiscard]] Bytes lower_case() const noexcept {
    return Bytes(_mm512_or_si512(bytes_, _mm512_set1_epi8(0x20)));
  }

 private:
  [[gnu::always_inline]] explicit Bytes(__m512i bytes) noexcept : bytes_(bytes) {}

  __m512i bytes_;
};

}  // namespace

constinit const BlockFunctions kAvx512Functions = blocks::kFunctions<Bytes>;

}  // namespace workbench::json

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
