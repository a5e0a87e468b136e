#pragma once

#include <openssl/rand.h>

#include <array>
#include <string>
#include <system_error>

namespace workbench::http {

/// 256 random bits in hexadecimal digits: nobody guesses it. Throws std::system_error if there is no randomness.
[[nodiscard]] inline std::string make_session_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, 32> bytes{};
  if (::RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::system_error(std::make_error_code(std::errc::io_error), "no random bytes for a session's id");
  }
  std::string id;
  for (const unsigned char byte : bytes) {
    id.push_back(kDigits[byte >> 4U]);
    id.push_back(kDigits[byte & 0xFU]);
  }
  return id;
}

}  // namespace workbench::http
