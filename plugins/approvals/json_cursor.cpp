#include "json_cursor.hpp"

#include <algorithm>

namespace workbench::approvals {
namespace {

constexpr std::string_view kJsonBlanks = " \t\r\n";

bool is_high_surrogate(char32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low_surrogate(char32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

unsigned value_of_digit(char digit) {
  if (digit <= '9') return static_cast<unsigned>(digit - '0');
  return (static_cast<unsigned char>(digit) | 0x20U) - static_cast<unsigned char>('a') + 10U;
}

/// What the letter after a backslash stands for, `u` excepted.
char32_t unescaped(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return static_cast<unsigned char>(letter);
  }
}

}  // namespace

std::optional<char32_t> JsonCharacters::next() {
  if (rest_.empty()) return std::nullopt;
  return rest_.front() == '\\' ? extract_escaped() : extract_unescaped();
}

// The host has checked that the text is UTF-8.
char32_t JsonCharacters::extract_unescaped() {
  const auto byte = [this](std::size_t at) { return static_cast<unsigned char>(rest_[at]); };
  const std::size_t wanted = byte(0) < 0x80 ? 1 : byte(0) < 0xE0 ? 2 : byte(0) < 0xF0 ? 3 : 4;
  const std::size_t length = std::min(wanted, rest_.size());
  char32_t character = length == 1 ? byte(0) : byte(0) & (0x7FU >> length);
  for (std::size_t at = 1; at != length; ++at) character = character << 6U | (byte(at) & 0x3FU);
  rest_.remove_prefix(length);
  return character;
}

char32_t JsonCharacters::extract_escaped() {
  const char letter = rest_.size() < 2 ? '\\' : rest_[1];
  if (letter != 'u') {
    rest_.remove_prefix(std::min<std::size_t>(rest_.size(), 2));
    return unescaped(letter);
  }
  const char32_t first = extract_unit();
  if (!is_high_surrogate(first) || !rest_.starts_with("\\u")) return first;
  const JsonCharacters before_second = *this;
  const char32_t second = extract_unit();
  if (is_low_surrogate(second)) return 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
  *this = before_second;
  return first;
}

/// Of `\uXXXX`.
char32_t JsonCharacters::extract_unit() {
  char32_t unit = 0;
  for (const char digit : rest_.substr(2, 4)) unit = unit << 4U | value_of_digit(digit);
  rest_.remove_prefix(std::min<std::size_t>(rest_.size(), 6));
  return unit;
}

char JsonCursor::peek() {
  at_ = std::min(text_.find_first_not_of(kJsonBlanks, at_), text_.size());
  return at_ == text_.size() ? '\0' : text_[at_];
}

bool JsonCursor::skip(char token) {
  if (peek() != token) return false;
  ++at_;
  return true;
}

std::string_view JsonCursor::string() {
  static_cast<void>(skip('"'));
  const std::size_t first = at_;
  while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
  at_ = std::min(at_, text_.size());
  return text_.substr(first, at_++ - first);
}

std::string_view JsonCursor::container() {
  static_cast<void>(peek());
  const std::size_t first = at_;
  std::size_t depth = 0;
  do {
    const char token = peek();
    if (token == '"') {
      static_cast<void>(string());
      continue;
    }
    if (token == '{' || token == '[') ++depth;
    if (token == '}' || token == ']') --depth;
    if (token != '\0') ++at_;
  } while (depth != 0 && at_ < text_.size());
  return text_.substr(first, at_ - first);
}

std::string_view JsonCursor::word() {
  static_cast<void>(peek());
  const std::size_t first = at_;
  at_ = std::min(text_.find_first_of(",]} \t\r\n", first), text_.size());
  return text_.substr(first, at_ - first);
}

}  // namespace workbench::approvals
