#include "json/raw_string.hpp"

#include <optional>

#include "base/ascii.hpp"
#include "json/bytes.hpp"

namespace workbench::json {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// The code unit of `\uXXXX` at the beginning of `rest`, if that is what is there.
std::optional<char32_t> code_unit(std::string_view rest) {
  if (rest.size() < 6 || rest[0] != '\\' || rest[1] != 'u') return std::nullopt;
  char32_t unit = 0;
  for (const char digit : rest.substr(2, 4)) {
    const auto value = base::hex_value(digit);
    if (!value) return std::nullopt;
    unit = unit << 4U | *value;
  }
  return unit;
}

/// Appends what the `\u` at the beginning of `rest` stands for, and returns how much of it that was.
std::size_t decode_unicode(std::string& out, std::string_view rest, bool keep_lone_surrogates) {
  const std::optional<char32_t> unit = code_unit(rest);
  if (!unit) {
    append_utf8(out, kReplacement);  // not in a checked text
    return 2;
  }
  if (is_high_surrogate(*unit)) {
    const std::optional<char32_t> low = code_unit(rest.substr(6));
    if (low && is_low_surrogate(*low)) {
      append_utf8(out, from_surrogates(*unit, *low));
      return 12;
    }
  }
  const bool lone = is_high_surrogate(*unit) || is_low_surrogate(*unit);
  append_utf8(out, lone && !keep_lone_surrogates ? kReplacement : *unit);
  return 6;
}

/// The same for any escape; `rest` begins with a backslash and something behind it.
std::size_t decode_escape(std::string& out, std::string_view rest, bool keep_lone_surrogates) {
  switch (rest[1]) {
    case 'u': return decode_unicode(out, rest, keep_lone_surrogates);
    case 'b': out.push_back('\b'); return 2;
    case 'f': out.push_back('\f'); return 2;
    case 'n': out.push_back('\n'); return 2;
    case 'r': out.push_back('\r'); return 2;
    case 't': out.push_back('\t'); return 2;
    default: out.push_back(rest[1]); return 2;  // quote, backslash, slash
  }
}

std::string decode(std::string_view rest, bool keep_lone_surrogates) {
  std::string out;
  out.reserve(rest.size());
  for (;;) {
    const std::size_t backslash = rest.find('\\');
    out.append(rest.substr(0, backslash));
    if (backslash == std::string_view::npos) return out;
    rest.remove_prefix(backslash);
    if (rest.size() < 2) return out;  // not in a checked text
    rest.remove_prefix(decode_escape(out, rest, keep_lone_surrogates));
  }
}

}  // namespace

bool RawString::equals_escaped(std::string_view characters) const {
  // The longest way to write a byte takes six; a longer key need not be decoded to know that it is another.
  return text.size() <= 6 * characters.size() && decode(text, true) == characters;
}

std::string RawString::decoded() const {
  return escaped ? decode(text, false) : std::string(text);
}

std::string RawString::decoded_for_comparison() const {
  return escaped ? decode(text, true) : std::string(text);
}

RawString raw_string_of(std::string_view string) noexcept {
  if (string.size() < 2 || string.front() != '"') return {};
  const std::string_view inside = string.substr(1, string.size() - 2);
  return {inside, inside.find('\\') != std::string_view::npos};
}

}  // namespace workbench::json
