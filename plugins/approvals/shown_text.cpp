#include "shown_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace workbench::approvals {
namespace {

struct HiddenRange {
  char32_t first;
  char32_t last;
};

constexpr std::array<HiddenRange, 30> kHidden{{
    {0x00, 0x1F},       {0x7F, 0xA0},       {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
    {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x2000, 0x200F},
    {0x2028, 0x202F},   {0x205F, 0x206F},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xD800, 0xDFFF},   {0xE000, 0xF8FF},   {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0xFFFE, 0xFFFF},   {0x13430, 0x1343F}, {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}, {0xEFFFE, 0xEFFFF}, {0xF0000, 0xFFFFF}, {0x100000, 0x10FFFF},
}};

constexpr std::string_view kDigits = "0123456789ABCDEF";

std::size_t length_by_first(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

constexpr std::array<char32_t, 5> kSmallestOfLength{0, 0, 0x80, 0x800, 0x10000};

/// The character at the beginning of a text that is not empty, and its length; 0: it is not UTF-8.
std::pair<char32_t, std::size_t> first_character(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const std::size_t length = length_by_first(byte(0));
  if (length == 0 || length > text.size()) return {0, 0};
  char32_t character = length == 1 ? byte(0) : byte(0) & (0x7FU >> length);
  for (std::size_t at = 1; at != length; ++at) {
    if ((byte(at) & 0xC0U) != 0x80U) return {0, 0};
    character = character << 6U | (byte(at) & 0x3FU);
  }
  const bool is_valid =
      character >= kSmallestOfLength[length] && character <= 0x10FFFF && (character < 0xD800 || character > 0xDFFF);
  return is_valid ? std::pair(character, length) : std::pair(char32_t{0}, std::size_t{0});
}

void append_byte(std::string& out, char byte) {
  const auto value = static_cast<unsigned char>(byte);
  out.append("\\x").append(1, kDigits[value >> 4U]).append(1, kDigits[value & 0xFU]);
}

}  // namespace

bool is_hidden(char32_t character) {
  const auto after = std::upper_bound(kHidden.begin(), kHidden.end(), character,
                                      [](char32_t value, const HiddenRange& range) { return value < range.first; });
  return after != kHidden.begin() && character <= std::prev(after)->last;
}

void append_utf8(std::string& out, char32_t character) {
  const auto put = [&out](char32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (character < 0x80) return put(character);
  if (character < 0x800) {
    put(0xC0U | character >> 6U);
    return put(0x80U | (character & 0x3FU));
  }
  if (character < 0x10000) {
    put(0xE0U | character >> 12U);
  } else {
    put(0xF0U | character >> 18U);
    put(0x80U | (character >> 12U & 0x3FU));
  }
  put(0x80U | (character >> 6U & 0x3FU));
  put(0x80U | (character & 0x3FU));
}

void append_shown(std::string& out, char32_t character) {
  if (!is_hidden(character)) return append_utf8(out, character);
  out += "\\u{";
  unsigned shift = 20;
  while (shift > 0 && character >> shift == 0) shift -= 4;
  for (;; shift -= 4) {
    out += kDigits[character >> shift & 0xFU];
    if (shift == 0) break;
  }
  out += '}';
}

std::string shown_line(std::string_view text, std::size_t max_bytes) {
  std::string line;
  while (!text.empty()) {
    std::string next;
    const auto [character, length] = first_character(text);
    if (length == 0) {
      append_byte(next, text.front());
    } else {
      append_shown(next, character);
    }
    if (line.size() + next.size() > max_bytes) return line + "...";
    line += next;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return line;
}

}  // namespace workbench::approvals
