#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/code_point.hpp"
#include "base/utf8.hpp"
#include "base/visible_text.hpp"
#include "scan/hidden_text.hpp"

namespace workbench::scan {
namespace {

enum class Hiding { tag, selector, override_, embedding, mark, escape, control, separator, other };
constexpr std::size_t kHidings = 9;

bool is_between(char32_t value, char32_t first, char32_t last) {
  return value >= first && value <= last;
}

Hiding hiding_of(char32_t value) {
  if (is_between(value, 0xE0000, 0xE007F)) return Hiding::tag;
  if (is_between(value, 0xFE00, 0xFE0F) || is_between(value, 0xE0100, 0xE01EF)) return Hiding::selector;
  if (value == 0x202D || value == 0x202E) return Hiding::override_;
  if (is_between(value, 0x202A, 0x202C) || is_between(value, 0x2066, 0x2069)) return Hiding::embedding;
  if (value == 0x200E || value == 0x200F || value == 0x61C) return Hiding::mark;
  if (value == 0x1B || value == 0x9B) return Hiding::escape;
  if (value == 0x2028 || value == 0x2029 || value == 0x85 || value == 0xAD) return Hiding::separator;
  if (value < 0x20 || is_between(value, 0x7F, 0x9F)) return Hiding::control;
  return Hiding::other;
}

/// The character that hides in a tag or selector; 0: none that can be read.
char32_t carried(char32_t value) {
  if (is_between(value, 0xE0020, 0xE007E)) return value - 0xE0000;
  if (is_between(value, 0xFE00, 0xFE0F)) return value - 0xFE00;
  if (is_between(value, 0xE0100, 0xE01EF)) return value - 0xE0100 + 16;
  return 0;
}

/// Letters of scripts that are written from right to left.
bool is_right_to_left(char32_t value) {
  return is_between(value, 0x590, 0x8FF) || is_between(value, 0xFB1D, 0xFDFF) || is_between(value, 0xFE70, 0xFEFC) ||
         is_between(value, 0x10800, 0x10FFF) || is_between(value, 0x1E800, 0x1EFFF);
}

bool has_right_to_left(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const base::CodePoint present = base::first_code_point(text.substr(at));
    if (is_right_to_left(present.value)) return true;
    at += std::max<std::size_t>(present.length, 1);
  }
  return false;
}

/// What is hidden in one text.
struct Census {
  std::array<std::size_t, kHidings> counts{};
  std::array<std::size_t, kHidings> first{};  // offsets
  std::size_t longest_run = 0;                // of other and selector
  std::size_t run_offset = 0;
  std::string carried;

  [[nodiscard]] std::size_t count(Hiding hiding) const { return counts[static_cast<std::size_t>(hiding)]; }
  [[nodiscard]] std::size_t all() const {
    std::size_t sum = 0;
    for (const std::size_t count : counts) sum += count;
    return sum;
  }
};

Census census_of(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  Census census;
  std::size_t end = 0;
  std::size_t run = 0;
  base::HiddenCharacters hidden(text);
  for (auto found = hidden.next(); found; found = hidden.next()) {
    if (found->offset == 0 && text.starts_with(kByteOrderMark)) continue;
    const Hiding hiding = found->is_valid ? hiding_of(found->value) : Hiding::control;
    const auto index = static_cast<std::size_t>(hiding);
    if (census.counts[index]++ == 0) census.first[index] = found->offset;
    const char32_t character = carried(found->value);
    if (character >= 0x20 && character < 0x7F && census.carried.size() < kMaxSeenBytes) {
      base::append_utf8(census.carried, character);
    }
    if (hiding != Hiding::other && hiding != Hiding::selector) continue;
    run = found->offset == end ? run + 1 : 1;
    end = found->offset + found->length;
    if (run <= census.longest_run) continue;
    census.longest_run = run;
    census.run_offset = end;
  }
  return census;
}

/// The text around an offset, from a character's border.
std::string_view around(std::string_view text, std::size_t offset) {
  constexpr std::size_t kBefore = 24;
  std::size_t begin = std::min(offset, text.size()) - std::min(offset, kBefore);
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U) ++begin;
  return text.substr(begin, kMaxSeenBytes);
}

void judge_direction(const ScannedText& text, const Census& census, FindingList& findings) {
  const auto first = [&](Hiding hiding) { return around(text.text, census.first[static_cast<std::size_t>(hiding)]); };
  if (census.count(Hiding::override_) > 0) {
    findings.add(Severity::critical, "hidden-text",
                 "reverses the order in which its characters are shown; read it in the order of its characters",
                 first(Hiding::override_), true);
  }
  if (census.count(Hiding::embedding) == 0 || has_right_to_left(text.text)) return;
  findings.add(Severity::warn, "writing-direction",
               "changes the writing direction although it has no letters of a script from right to left",
               first(Hiding::embedding));
}

void judge_invisible(const ScannedText& text, const Census& census, FindingList& findings) {
  constexpr std::size_t kCarriesText = 8;  // in a row: harmless texts do not have so many
  constexpr std::size_t kManyInAText = 3;
  const std::size_t count = census.count(Hiding::other) + census.count(Hiding::selector);
  if (count == 0) return;
  if (census.longest_run >= kCarriesText) {
    findings.add(Severity::critical, "hidden-text", "has a text of characters that people do not see; do not use it",
                 census.carried.empty() ? around(text.text, census.run_offset) : census.carried, true);
    return;
  }
  const std::string_view seen = around(
      text.text,
      census.first[static_cast<std::size_t>(census.count(Hiding::other) > 0 ? Hiding::other : Hiding::selector)]);
  findings.add(count >= kManyInAText ? Severity::warn : Severity::info, "invisible-characters",
               "has invisible characters inside of its text; see whether they split words", seen);
}

void judge_controls(const ScannedText& text, const Census& census, FindingList& findings) {
  const auto first = [&](Hiding hiding) { return around(text.text, census.first[static_cast<std::size_t>(hiding)]); };
  if (census.count(Hiding::tag) > 0) {
    findings.add(Severity::critical, "hidden-text",
                 "has a text of tags, which models read and people do not see; do not use it", census.carried, true);
  }
  if (census.count(Hiding::escape) > 0) {
    findings.add(Severity::critical, "hidden-text",
                 "has escapes that control a terminal, which can hide text or overwrite it", first(Hiding::escape),
                 true);
  }
  if (census.count(Hiding::control) > 0) {
    findings.add(Severity::warn, "control-characters",
                 "has control characters, with which a terminal overwrites what it has shown", first(Hiding::control));
  }
}

}  // namespace

void find_hidden_characters(const ScannedText& text, FindingList& findings) {
  const Census census = census_of(text.text);
  const std::size_t all = census.all();
  if (all == 0) return;
  if (text.role == TextRole::name && all > census.count(Hiding::mark)) {
    findings.add(Severity::critical, "hidden-text", "is a name with characters that people do not see", text.text,
                 true);
    return;
  }
  judge_controls(text, census, findings);
  judge_direction(text, census, findings);
  judge_invisible(text, census, findings);
}

}  // namespace workbench::scan
