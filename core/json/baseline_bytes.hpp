#pragma once

#include <cstdint>

#include "json/bytes.hpp"

namespace workbench::json::blocks {

/// `Bytes` of block_masks.hpp for the instructions that every processor has for which this is compiled: SSE2, or none.
class BaselineBytes {
 public:
#if defined(__SSE2__)
  explicit BaselineBytes(const char* at) noexcept
      : parts_{load_16(at), load_16(at + 16), load_16(at + 32), load_16(at + 48)} {}

  [[nodiscard]] std::uint64_t equal(char byte) const noexcept {
    const __m128i wanted = _mm_set1_epi8(byte);
    return mask([wanted](__m128i part) { return _mm_cmpeq_epi8(part, wanted); });
  }
  [[nodiscard]] std::uint64_t below(char byte) const noexcept {
    const __m128i bound = _mm_set1_epi8(byte);
    return mask([bound](__m128i part) { return _mm_cmplt_epi8(part, bound); });
  }
  [[nodiscard]] std::uint64_t beyond_ascii() const noexcept {
    return mask([](__m128i part) { return part; });
  }
  [[nodiscard]] bool are_plain() const noexcept {
    const __m128i first_half = _mm_or_si128(not_plain_bytes(parts_[0]), not_plain_bytes(parts_[1]));
    const __m128i other_half = _mm_or_si128(not_plain_bytes(parts_[2]), not_plain_bytes(parts_[3]));
    return _mm_movemask_epi8(_mm_or_si128(first_half, other_half)) == 0;
  }
  [[nodiscard]] BaselineBytes lower_case() const noexcept {
    const __m128i bit = _mm_set1_epi8(0x20);
    return BaselineBytes(_mm_or_si128(parts_[0], bit), _mm_or_si128(parts_[1], bit), _mm_or_si128(parts_[2], bit),
                         _mm_or_si128(parts_[3], bit));
  }

 private:
  BaselineBytes(__m128i a, __m128i b, __m128i c, __m128i d) noexcept : parts_{a, b, c, d} {}

  template <typename Test>
  [[nodiscard]] std::uint64_t mask(Test test) const noexcept {
    const auto bits = [&test](__m128i part) {
      return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(test(part)))};
    };
    return bits(parts_[0]) | bits(parts_[1]) << 16U | bits(parts_[2]) << 32U | bits(parts_[3]) << 48U;
  }

  __m128i parts_[4];
#else
  explicit BaselineBytes(const char* at) noexcept : at_(at) {}

  [[nodiscard]] std::uint64_t equal(char byte) const noexcept {
    return mask([byte, this](char one) { return static_cast<char>(one | lower_) == byte; });
  }
  [[nodiscard]] BaselineBytes lower_case() const noexcept {
    BaselineBytes lower(at_);
    lower.lower_ = 0x20;
    return lower;
  }

 private:
  template <typename Test>
  [[nodiscard]] std::uint64_t mask(Test test) const noexcept {
    std::uint64_t mask = 0;
    for (unsigned place = 0; place != 64; ++place) mask |= std::uint64_t{test(at_[place])} << place;
    return mask;
  }

  const char* at_;
  char lower_ = 0;
#endif
};

}  // namespace workbench::json::blocks
