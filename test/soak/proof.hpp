#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace soak {

/// FNV-1a over words of eight bytes; the last one is filled with zeros.
inline std::uint64_t digest_of(std::string_view bytes) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t digest = 0xcbf29ce484222325 ^ bytes.size();
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t size = bytes.size() < sizeof word ? bytes.size() : sizeof word;
    std::memcpy(&word, bytes.data(), size);
    digest = (digest ^ word) * kPrime;
    digest ^= digest >> 29;
    bytes.remove_prefix(size);
  }
  return digest;
}

inline std::string in_hexadecimal(std::uint64_t number) {
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return {digits, end};
}

/// What `server` answers to a call of its tool `prove`: its name, the nonce of the call and the digest of its arguments
/// (the bytes that arrived), then as many bytes as the call has asked for, made of the nonce.
inline std::string proof(std::string_view server, std::string_view nonce, std::uint64_t digest, std::size_t size) {
  std::string text;
  text.reserve(server.size() + nonce.size() + size + 20);
  text.append(server).append(" ").append(nonce).append(" ").append(in_hexadecimal(digest)).append(" ");
  const std::size_t end = text.size() + size;
  while (text.size() < end && !nonce.empty()) text.append(nonce.substr(0, end - text.size()));
  return text;
}

}  // namespace soak
