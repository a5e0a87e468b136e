#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace workbench::approvals {

/// A SHA-256 (FIPS 180-4).
using ContentDigest = std::array<std::uint8_t, 32>;

/// Computes one from a text that arrives in pieces. Its own code, because the library with a faster one would be loaded
/// at each start, and a digest is needed only where a person is asked.
class DigestWriter {
 public:
  void add(std::string_view piece);
  /// The digest of all pieces. Nothing may be added afterwards.
  [[nodiscard]] ContentDigest finish();

 private:
  void add_byte(std::uint8_t byte);
  void mix_block();

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;    // of the block
  std::uint64_t length_ = 0;  // of all pieces, in bytes
};

[[nodiscard]] ContentDigest digest_of(std::string_view text);

/// Its 64 digits.
[[nodiscard]] std::string digits_of(const ContentDigest& digest);

/// Its bytes, to be added to another digest.
[[nodiscard]] inline std::string_view bytes_of(const ContentDigest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

}  // namespace workbench::approvals
