#include "base/visible_text.hpp"

#include <algorithm>
#include <array>

namespace workbench::base {
namespace {

constexpr char32_t kNonJoiner = 0x200C;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kTextSelector = 0xFE0E;
constexpr char32_t kEmojiSelector = 0xFE0F;
constexpr char32_t kKeycap = 0x20E3;
constexpr char32_t kMongolianSeparator = 0x180E;

/// The flags of England, Scotland and Wales: a black flag, then the name of the part of the country in tags.
constexpr std::array<std::string_view, 3> kFlags{
    "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
    "\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
    "\U0001F3F4\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F",
};

constexpr bool is_plain(char byte) {
  return byte >= 0x20 && byte < 0x7F;
}

/// The text with hidden characters written out; `breaks`: whether line breaks stay.
std::string written_out(std::string_view text, HiddenCharacters::Breaks breaks) {
  HiddenCharacters hidden(text, breaks);
  auto found = hidden.next();
  if (!found) return std::string(text);
  std::string visible;
  visible.reserve(text.size() + 16);
  std::size_t done = 0;
  for (; found; found = hidden.next()) {
    visible.append(text.substr(done, found->offset - done));
    append_visible(visible, *found);
    done = found->offset + found->length;
  }
  return visible.append(text.substr(done));
}

}  // namespace

std::string visible_text(std::string_view text) {
  return written_out(text, HiddenCharacters::Breaks::shown);
}

std::string visible_line(std::string_view text) {
  std::string line = written_out(text, HiddenCharacters::Breaks::hidden);
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

bool is_visible(std::string_view text, HiddenCharacters::Breaks breaks) {
  return !HiddenCharacters(text, breaks).next();
}

void append_visible(std::string& out, const HiddenCharacters::Hidden& hidden) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  if (!hidden.is_valid) {
    out.append("\\x").append(1, kDigits[hidden.value >> 4U & 0xFU]).append(1, kDigits[hidden.value & 0xFU]);
    return;
  }
  if (hidden.value == '\n') return static_cast<void>(out.append("\\n"));
  if (hidden.value == '\r') return static_cast<void>(out.append("\\r"));
  out.append("\\u{");
  unsigned shift = 20;
  while (shift > 0 && (hidden.value >> shift) == 0) shift -= 4;
  for (;; shift -= 4) {
    out += kDigits[hidden.value >> shift & 0xFU];
    if (shift == 0) break;
  }
  out += '}';
}

std::optional<HiddenCharacters::Hidden> HiddenCharacters::next() {
  while (at_ < text_.size()) {
    if (is_plain(text_[at_])) {
      pass(static_cast<unsigned char>(text_[at_++]));
      continue;
    }
    const std::size_t offset = at_;
    const CodePoint present = first_code_point(text_.substr(at_));
    if (present.length == 0) {
      ++at_;
      pass(0);
      return Hidden{offset, 1, static_cast<unsigned char>(text_[offset]), false};
    }
    const bool shown = is_shown(present);
    at_ += present.length;
    if (!shown) {
      pass(0);
      return Hidden{offset, present.length, present.value, true};
    }
    if (present.value == 0x1F3F4) {
      for (const std::string_view flag : kFlags) {
        if (text_.substr(offset, flag.size()) == flag) end_of_flag_ = offset + flag.size();
      }
    }
    pass(present.value);
  }
  return std::nullopt;
}

bool HiddenCharacters::is_shown(CodePoint present) const {
  const char32_t value = present.value;
  if (!is_invisible(value)) return true;
  if (value < 0x20) return is_shown_break(value);
  if (at_ < end_of_flag_) return true;
  if (value == kJoiner || value == kNonJoiner) return is_shown_joiner(value, following(present.length));
  return is_shown_selector(value, following(present.length));
}

bool HiddenCharacters::is_shown_break(char32_t value) const {
  if (value == '\t') return true;
  if (breaks_ == Breaks::hidden) return false;
  return value == '\n' || (value == '\r' && text_.substr(at_ + 1, 1) == "\n");
}

bool HiddenCharacters::is_shown_joiner(char32_t value, char32_t following) const {
  if (value == kJoiner && is_after_emoji_ && is_pictograph(following)) return true;
  const unsigned script = joining_script(previous_);
  if (script == 0) return false;
  if (is_virama(previous_) || joining_script(following) == script) return true;
  return script == kArabicScript && value == kJoiner && !is_invisible(following);  // an abbreviation ends with it
}

bool HiddenCharacters::is_shown_selector(char32_t value, char32_t following) const {
  if (value == kTextSelector || value == kEmojiSelector) {
    const bool is_keycap = previous_ == '#' || previous_ == '*' || (previous_ >= '0' && previous_ <= '9');
    return is_pictograph(previous_) || (is_keycap && following == kKeycap);
  }
  if (value == kMongolianSeparator) return is_mongolian(previous_) && is_mongolian(following);
  if (value >= 0x180B && value <= 0x180F) return is_mongolian(previous_);
  return value >= 0xFE00 && value <= 0xFE02 && has_variants(previous_);
}

char32_t HiddenCharacters::following(std::size_t length) const {
  return first_code_point(text_.substr(at_ + length)).value;
}

void HiddenCharacters::pass(char32_t value) {
  is_after_emoji_ = is_pictograph(value) || (is_after_emoji_ && (value == kEmojiSelector || value == kTextSelector));
  previous_ = value;
}

}  // namespace workbench::base
