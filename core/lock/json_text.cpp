#include "lock/json_text.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

#include <workbench/detail/utf8.hpp>

#include "base/ascii.hpp"
#include "base/utf8.hpp"
#include "base/visible_text.hpp"

namespace workbench::lock {
namespace {

constexpr std::string_view kEscaped = "\"\\/bfnrt";
constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";

/// The four digits of `\uXXXX` at the beginning of `text`; absent: it is another text.
std::optional<char32_t> escaped_unit(std::string_view text) {
  if (!text.starts_with("\\u") || text.size() < 6) return std::nullopt;
  char32_t unit = 0;
  for (const char digit : text.substr(2, 4)) unit = unit * 16 + base::hex_value(digit).value_or(0);
  return unit;
}

/// Appends what the escape at the beginning of `text` means; returns its length.
std::size_t append_escape(std::string& out, std::string_view text) {
  const auto unit = escaped_unit(text);
  if (!unit) {
    const std::size_t index = kEscaped.find(text[1]);
    out.push_back(index == std::string_view::npos ? text[1] : kMeant[index]);
    return 2;
  }
  const auto low = *unit >= 0xD800 && *unit < 0xDC00 ? escaped_unit(text.substr(6)) : std::nullopt;
  if (!low || *low < 0xDC00 || *low > 0xDFFF) {
    base::append_utf8(out, *unit);
    return 6;
  }
  base::append_utf8(out, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00));
  return 12;
}

void append_unit(std::string& out, unsigned unit) {
  out.append("\\u");
  for (unsigned shift = 16; shift != 0; shift -= 4) out.push_back(base::hex_digit(unit >> (shift - 4)));
}

void append_code_point(std::string& out, char32_t value) {
  const auto number = static_cast<unsigned>(value);
  if (number < 0x10000) return append_unit(out, number);
  append_unit(out, 0xD800 + ((number - 0x10000) >> 10U));
  append_unit(out, 0xDC00 + ((number - 0x10000) & 0x3FFU));
}

/// Appends visible characters with the escapes that JSON demands. A tab is one of them, and a control character.
void append_shown(std::string& out, std::string_view characters) {
  for (const char byte : characters) {
    if (byte == '"' || byte == '\\') out.push_back('\\');
    if (byte == '\t') {
      out.append("\\t");
    } else {
      out.push_back(byte);
    }
  }
}

/// Half of a surrogate pair, as decoded() makes it, at the beginning of `text`; 0: there is none.
char32_t surrogate(std::string_view text) {
  const auto byte = [text](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  if (text.size() < 3 || byte(0) != 0xED || byte(1) < 0xA0 || (byte(2) & 0xC0U) != 0x80) return 0;
  return 0xD000U | static_cast<char32_t>(byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
}

/// A number as its sign, its digits without zeros around them, and a power of ten.
struct Decimal {
  bool is_negative = false;
  std::string digits;  // empty: 0
  std::int64_t exponent = 0;
  bool is_normal = false;  // else its exponent is too large to calculate with

  [[nodiscard]] bool operator==(const Decimal&) const = default;
};

Decimal decimal(std::string_view number) {
  Decimal result;
  result.is_negative = number.starts_with('-');
  if (result.is_negative) number.remove_prefix(1);
  const std::size_t e = number.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view exponent = number.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    if (exponent.size() > 9) return result;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), result.exponent);
    number = number.substr(0, e);
  }
  const std::size_t point = number.find('.');
  result.digits = number.substr(0, point);
  if (point != std::string_view::npos) {
    result.digits.append(number.substr(point + 1));
    result.exponent -= static_cast<std::int64_t>(number.size() - point - 1);
  }
  result.digits.erase(0, result.digits.find_first_not_of('0'));
  while (result.digits.ends_with('0')) {
    result.digits.pop_back();
    ++result.exponent;
  }
  if (result.digits.empty()) result = {};
  result.is_normal = true;
  return result;
}

}  // namespace

std::string decoded(std::string_view raw_string) {
  std::string characters;
  characters.reserve(raw_string.size());
  for (std::size_t at = 0; at < raw_string.size();) {
    const std::size_t escape = std::min(raw_string.find('\\', at), raw_string.size());
    characters.append(raw_string.substr(at, escape - at));
    at = escape == raw_string.size() ? escape : escape + append_escape(characters, raw_string.substr(escape));
  }
  return characters;
}

bool equal_strings(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const bool has_escape = one.find('\\') != std::string_view::npos || other.find('\\') != std::string_view::npos;
  return has_escape && decoded(one) == decoded(other);
}

void append_quoted(std::string& out, std::string_view characters) {
  out.push_back('"');
  base::HiddenCharacters hidden(characters, base::HiddenCharacters::Breaks::hidden);
  std::size_t done = 0;
  while (const auto found = hidden.next()) {
    if (found->offset < done) continue;  // the other bytes of half of a surrogate pair
    append_shown(out, characters.substr(done, found->offset - done));
    const std::string_view rest = characters.substr(found->offset);
    const char32_t half = surrogate(rest);
    done = found->offset + (half != 0 ? 3 : found->length);
    const std::size_t short_escape = found->is_valid ? kMeant.find(rest.front(), 3) : std::string_view::npos;
    if (short_escape != std::string_view::npos) {
      out.append({'\\', kEscaped[short_escape]});
    } else {
      append_code_point(out, half != 0 ? half : found->is_valid ? found->value : U'\uFFFD');
    }
  }
  append_shown(out, characters.substr(done));
  out.push_back('"');
}

void append_number(std::string& out, std::string_view number) {
  const Decimal value = decimal(number);
  if (!value.is_normal) {
    out.append(number);
    return;
  }
  if (value.is_negative) out.push_back('-');
  constexpr std::int64_t kMaxZeros = 20;
  const auto size = static_cast<std::int64_t>(value.digits.size());
  if (value.digits.empty()) {
    out.push_back('0');
  } else if (value.exponent >= 0 && value.exponent <= kMaxZeros) {
    out.append(value.digits).append(static_cast<std::size_t>(value.exponent), '0');
  } else if (value.exponent < 0 && -value.exponent < size) {
    out.append(value.digits);
    out.insert(out.size() - static_cast<std::size_t>(-value.exponent), 1, '.');
  } else if (value.exponent < 0 && -value.exponent <= kMaxZeros) {
    out.append("0.").append(static_cast<std::size_t>(-value.exponent - size), '0').append(value.digits);
  } else {
    out.append(value.digits).append("e").append(std::to_string(value.exponent));
  }
}

bool equal_numbers(std::string_view one, std::string_view other) {
  if (one == other) return true;
  const Decimal value = decimal(one);
  return value.is_normal && value == decimal(other);
}

}  // namespace workbench::lock
