#include "base/code_point.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <workbench/detail/utf8.hpp>

namespace workbench::base {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

/// `ranges` are in ascending order.
template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t value) {
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), value,
                                      [](char32_t one, const Range& range) { return one < range.first; });
  return after != ranges.begin() && value <= std::prev(after)->last;
}

constexpr std::array<Range, 21> kInvisible{{
    {0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},   {0x61C, 0x61C},   {0x115F, 0x1160},
    {0x17B4, 0x17B5},   {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x13430, 0x1343F},
    {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
}};

constexpr std::array<Range, 20> kPictographs{{
    {0xA9, 0xA9},     {0xAE, 0xAE},     {0x203C, 0x203C},   {0x2049, 0x2049},   {0x2122, 0x2122},
    {0x2139, 0x2139}, {0x2190, 0x21FF}, {0x2300, 0x23FF},   {0x24C2, 0x24C2},   {0x25A0, 0x25FF},
    {0x2600, 0x27BF}, {0x2934, 0x2935}, {0x2B00, 0x2BFF},   {0x3030, 0x3030},   {0x303D, 0x303D},
    {0x3297, 0x3297}, {0x3299, 0x3299}, {0x1F000, 0x1F2FF}, {0x1F300, 0x1F9FF}, {0x1FA00, 0x1FAFF},
}};

struct Script {
  char32_t first;
  char32_t last;
  unsigned number;
};

constexpr std::array<Script, 23> kJoiningScripts{{
    {0x600, 0x6FF, kArabicScript},
    {0x700, 0x74F, 2},
    {0x750, 0x77F, kArabicScript},
    {0x7C0, 0x7FF, 3},
    {0x840, 0x85F, 4},
    {0x870, 0x8FF, kArabicScript},
    {0x900, 0x97F, 5},
    {0x980, 0x9FF, 6},
    {0xA00, 0xA7F, 7},
    {0xA80, 0xAFF, 8},
    {0xB00, 0xB7F, 9},
    {0xB80, 0xBFF, 10},
    {0xC00, 0xC7F, 11},
    {0xC80, 0xCFF, 12},
    {0xD00, 0xD7F, 13},
    {0xD80, 0xDFF, 14},
    {0xF00, 0xFFF, 15},
    {0x1000, 0x109F, 16},
    {0x1780, 0x17FF, 17},
    {0x1800, 0x18AF, 18},
    {0xA980, 0xA9DF, 19},
    {0xFB50, 0xFDCF, kArabicScript},
    {0xFE70, 0xFEFC, kArabicScript},
}};

constexpr std::array<Range, 7> kWithVariants{{
    {0x2200, 0x22FF},
    {0x2A00, 0x2AFF},
    {0x3001, 0x3002},
    {0x3400, 0x9FFF},
    {0xF900, 0xFAFF},
    {0xFF01, 0xFF1F},
    {0x20000, 0x3134F},
}};

}  // namespace

CodePoint first_code_point(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t length = detail::utf8_length(text.data(), text.data() + text.size());
  if (length == 0) return {};
  const auto byte = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  if (length == 1) return {byte(0), 1};
  char32_t value = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) value = (value << 6U) | (byte(index) & 0x3FU);
  return {value, length};
}

bool is_invisible(char32_t value) {
  if (value >= 0x20 && value < 0x7F) return false;
  return (value & 0xFFFEU) == 0xFFFEU || is_in(kInvisible, value);
}

bool is_pictograph(char32_t value) {
  return is_in(kPictographs, value);
}

unsigned joining_script(char32_t value) {
  for (const Script& script : kJoiningScripts) {
    if (value >= script.first && value <= script.last) return is_invisible(value) ? 0 : script.number;
  }
  return 0;
}

bool is_virama(char32_t value) {
  constexpr char32_t kSinhala = 0xDCA;
  constexpr char32_t kMyanmar = 0x1039;
  constexpr char32_t kKhmer = 0x17D2;
  const bool is_of_block = value >= 0x900 && value < 0xD80 && (value & 0x7FU) == 0x4D;
  return is_of_block || value == kSinhala || value == kMyanmar || value == kKhmer;
}

bool has_variants(char32_t value) {
  return is_in(kWithVariants, value);
}

bool is_mongolian(char32_t value) {
  return value >= 0x1820 && value <= 0x18AA;
}

}  // namespace workbench::base
