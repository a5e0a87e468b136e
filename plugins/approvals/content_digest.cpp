#include "content_digest.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace workbench::approvals {
namespace {

constexpr std::array<std::uint32_t, 64> kRoundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Schedule = std::array<std::uint32_t, 64>;

Schedule schedule_of(const std::array<std::uint8_t, 64>& block) {
  Schedule words{};
  for (std::size_t at = 0; at != 16; ++at) {
    for (std::size_t byte = 0; byte != 4; ++byte) words[at] = words[at] << 8U | block[at * 4 + byte];
  }
  for (std::size_t at = 16; at != words.size(); ++at) {
    const std::uint32_t early = words[at - 15];
    const std::uint32_t late = words[at - 2];
    const std::uint32_t first = std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3U;
    const std::uint32_t second = std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10U;
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  return words;
}

}  // namespace

void DigestWriter::add(std::string_view piece) {
  length_ += piece.size();
  while (!piece.empty()) {
    const std::size_t taken = std::min(piece.size(), block_.size() - filled_);
    std::memcpy(block_.data() + filled_, piece.data(), taken);
    filled_ += taken;
    piece.remove_prefix(taken);
    if (filled_ == block_.size()) mix_block();
  }
}

void DigestWriter::add_byte(std::uint8_t byte) {
  block_[filled_++] = byte;
  if (filled_ == block_.size()) mix_block();
}

void DigestWriter::mix_block() {
  const Schedule words = schedule_of(block_);
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t round = 0; round != words.size(); ++round) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t mixed = h + sum1 + ((e & f) ^ (~e & g)) + kRoundConstants[round] + words[round];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + mixed;
    d = c;
    c = b;
    b = a;
    a = mixed + sum0 + majority;
  }
  const std::array<std::uint32_t, 8> added{a, b, c, d, e, f, g, h};
  for (std::size_t at = 0; at != added.size(); ++at) state_[at] += added[at];
  filled_ = 0;
}

ContentDigest DigestWriter::finish() {
  const std::uint64_t bits = length_ * 8;
  add_byte(0x80);
  while (filled_ != block_.size() - 8) add_byte(0);
  for (unsigned shift = 64; shift != 0; shift -= 8) add_byte(static_cast<std::uint8_t>(bits >> (shift - 8)));
  ContentDigest digest{};
  for (std::size_t at = 0; at != digest.size(); ++at) {
    digest[at] = static_cast<std::uint8_t>(state_[at / 4] >> (24 - at % 4 * 8));
  }
  return digest;
}

ContentDigest digest_of(std::string_view text) {
  DigestWriter writer;
  writer.add(text);
  return writer.finish();
}

std::string digits_of(const ContentDigest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (const std::uint8_t byte : digest) digits.append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
  return digits;
}

}  // namespace workbench::approvals
