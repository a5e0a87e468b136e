#include "login/shell_word.hpp"

#include <algorithm>

#include "http-shared/header_value.hpp"

namespace workbench::http {
namespace {

bool is_harmless(char byte) {
  return is_alphanumeric(byte) || std::string_view("_-./:@+,%").find(byte) != std::string_view::npos;
}

bool is_printable(char byte) {
  return byte >= 0x20 && byte < 0x7F;
}

std::string with_escapes(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string word = "$'";
  for (const char byte : text) {
    if (!is_printable(byte)) {
      const auto value = static_cast<unsigned char>(byte);
      word.append("\\x").append(1, kDigits[value >> 4U]).append(1, kDigits[value & 0xFU]);
    } else {
      if (byte == '\'' || byte == '\\') word += '\\';
      word += byte;
    }
  }
  return word + "'";
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_harmless)) return std::string(text);
  if (!std::all_of(text.begin(), text.end(), is_printable)) return with_escapes(text);
  std::string word = "'";
  for (const char byte : text) word.append(byte == '\'' ? "'\\''" : std::string(1, byte));
  return word + "'";
}

}  // namespace workbench::http
