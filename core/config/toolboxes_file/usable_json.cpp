#include "config/toolboxes_file/usable_json.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <vector>

#include "json/bytes.hpp"
#include "json/skip.hpp"

namespace workbench::config {
namespace {

using json::Fault;

// Poco compares each name of an object with those before it. One object may have 20,000 members.
constexpr std::size_t kMaxComparisons = 200'000'000;

constexpr std::string_view kInNumbers = "+-.0123456789eE";

unsigned code_unit(std::string_view text, std::size_t at) {
  unsigned unit = 0;
  std::from_chars(text.data() + at, text.data() + at + 4, unit, 16);
  return unit;
}

/// Checks the `\uXXXX` at `at` and moves past it, or past the pair that it begins.
std::optional<Fault> pass_unicode_escape(std::string_view text, std::size_t& at) {
  constexpr std::size_t kLength = 6;
  const std::size_t begin = at;
  const unsigned unit = code_unit(text, begin + 2);
  at += kLength;
  if (unit == 0) return Fault{begin, "a NUL character, which is not allowed here; remove it"};
  if (json::is_low_surrogate(unit))
    return Fault{begin, "half a surrogate pair; write both halves, or the character itself"};
  if (!json::is_high_surrogate(unit)) return std::nullopt;
  const bool has_second = text.substr(at, 2) == "\\u" && json::is_low_surrogate(code_unit(text, at + 2));
  if (!has_second) return Fault{begin, "half a surrogate pair; write both halves, or the character itself"};
  at += kLength;
  return std::nullopt;
}

/// Checks the string whose opening quote is at `at` and moves past its closing quote.
std::optional<Fault> pass_string(std::string_view text, std::size_t& at) {
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

/// Checks the number at `at` and moves past it.
std::optional<Fault> pass_number(std::string_view text, std::size_t& at) {
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
  return Fault{begin, "a number that is too large or too small; write one that fits in 64 bits"};
}

/// Numbers and strings. Poco would refuse them without a location, or cut a key short.
std::optional<Fault> find_unusable_value(std::string_view checked_text) {
  for (std::size_t at = 0; at < checked_text.size();) {
    const char c = checked_text[at];
    std::optional<Fault> fault;
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

std::size_t end_of_string(std::string_view text, std::size_t at) {
  bool is_escaped = false;
  return static_cast<std::size_t>(json::skip_string(text.data() + at, text.data() + text.size(), is_escaped) -
                                  text.data());
}

/// The place of the object whose members are too many, with those of the objects before it.
std::optional<std::size_t> crowded_object(std::string_view checked_text) {
  struct Open {
    std::size_t begin = 0;
    std::size_t commas = 0;
  };
  std::vector<Open> open;
  std::size_t comparisons = 0;
  for (std::size_t at = 0; at < checked_text.size();) {
    const char byte = checked_text[at];
    if (byte == '"') {
      at = end_of_string(checked_text, at);
      continue;
    }
    if (byte == '{' || byte == '[') open.push_back({at});
    if (byte == '}' || byte == ']') open.pop_back();
    if (byte == ',' && checked_text[open.back().begin] == '{') comparisons += ++open.back().commas;
    if (comparisons > kMaxComparisons) return open.back().begin;
    ++at;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> find_unusable(std::string_view checked_text) {
  if (auto fault = find_unusable_value(checked_text)) return fault;
  const auto crowded = crowded_object(checked_text);
  if (!crowded) return std::nullopt;
  return Fault{*crowded, "an object with too many members; divide it into several, or remove some"};
}

}  // namespace workbench::config
