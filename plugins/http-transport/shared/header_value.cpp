#include "shared/header_value.hpp"

#include <algorithm>
#include <cstdint>

namespace workbench::http {
namespace {

constexpr std::string_view kOpening = "=?base64?";
constexpr std::string_view kClosing = "?=";

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (k < group.size() ? static_cast<unsigned char>(group[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) text += k > group.size() ? '=' : kAlphabet[bits >> (18 - 6 * k) & 0x3FU];
  }
  return text;
}

}  // namespace

bool is_header_name(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_alphanumeric(c) || kMarks.find(c) != std::string_view::npos;
  });
}

bool is_header_value(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return c == '\t' || (c >= ' ' && c < '\x7f'); });
}

std::string encoded_header_value(std::string_view text) {
  const bool has_outer_blank = !text.empty() && (is_blank(text.front()) || is_blank(text.back()));
  const bool is_like_sentinel = text.size() >= kOpening.size() + kClosing.size() &&
                                text.substr(0, kOpening.size()) == kOpening &&
                                text.substr(text.size() - kClosing.size()) == kClosing;
  if (is_header_value(text) && !has_outer_blank && !is_like_sentinel) return std::string(text);
  return std::string(kOpening).append(base64(text)).append(kClosing);
}

bool equal_ignoring_case(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lowered(a) == lowered(b); });
}

}  // namespace workbench::http
