#include "config/toolboxes_file/unusable_json.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

namespace workbench::config {
namespace {

using json::Fault;

constexpr std::string_view kInNumbers = "+-.0123456789eE";

unsigned code_unit(std::string_view text, std::size_t at) {
  unsigned unit = 0;
  std::from_chars(text.data() + at, text.data() + at + 4, unit, 16);
  return unit;
}

bool is_high_surrogate(unsigned unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(unsigned unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

/// Looks at the `\uXXXX` at `at` and moves behind it, or behind the pair that it begins.
std::optional<json::Fault> pass_unicode_escape(std::string_view text, std::size_t& at) {
  constexpr std::size_t kLength = 6;
  const std::size_t begin = at;
  const unsigned unit = code_unit(text, begin + 2);
  at += kLength;
  if (unit == 0) return json::Fault{begin, "a NUL character, which no configuration can use; remove it"};
  if (is_low_surrogate(unit))
    return json::Fault{begin, "half a surrogate pair; write both halves, or the character itself"};
  if (!is_high_surrogate(unit)) return std::nullopt;
  const bool has_second = text.substr(at, 2) == "\\u" && is_low_surrogate(code_unit(text, at + 2));
  if (!has_second) return json::Fault{begin, "half a surrogate pair; write both halves, or the character itself"};
  at += kLength;
  return std::nullopt;
}

/// Looks at the string whose opening quote is at `at` and moves behind its closing quote.
std::optional<json::Fault> pass_string(std::string_view text, std::size_t& at) {
  ++at;
  while (text[at] != '"') {
    if (text[at] != '\\') {
      ++at;
    } else if (text[at + 1] != 'u') {
      at += 2;
    } else if (auto fault = pass_unicode_escape(text, at)) {
      return fault;
    }
  }
  ++at;
  return std::nullopt;
}

std::optional<json::Fault> pass_number(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  at = text.find_first_not_of(kInNumbers, begin);
  const std::string_view number = text.substr(begin, at == std::string_view::npos ? at : at - begin);
  if (at == std::string_view::npos) at = text.size();
  const char* const end = number.data() + number.size();
  std::int64_t integer = 0;
  double fraction = 0;
  const bool is_integer = number.find_first_of(".eE") == std::string_view::npos;
  const std::errc outcome =
      is_integer ? std::from_chars(number.data(), end, integer).ec : std::from_chars(number.data(), end, fraction).ec;
  if (outcome == std::errc()) return std::nullopt;
  return json::Fault{begin, "a number that is too large or too small; write one that fits in 64 bits"};
}

}  // namespace

std::optional<json::Fault> find_unusable(std::string_view checked_text) {
  for (std::size_t at = 0; at < checked_text.size();) {
    const char c = checked_text[at];
    std::optional<json::Fault> fault;
    if (c == '"') {
      fault = pass_string(checked_text, at);
    } else if (c == '-' || (c >= '0' && c <= '9')) {
      fault = pass_number(checked_text, at);
    } else {
      ++at;
    }
    if (fault) return fault;
  }
  return std::nullopt;
}

}  // namespace workbench::config
