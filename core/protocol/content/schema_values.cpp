#include "protocol/content/schema_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "json/raw_string.hpp"

namespace workbench::protocol {
namespace {

constexpr double kFirstInexactInteger = 9'007'199'254'740'992;  // 2^53

bool may_be_integer(std::string_view number) {
  if (number.find_first_of(".eE") == std::string_view::npos) return true;
  const auto value = number_of_text(number);
  return !value || std::trunc(*value) == *value;
}

bool is_name_of_type(const json::RawString& name) {
  constexpr std::array<std::string_view, 7> kNames{"object", "array", "string", "number", "integer", "boolean", "null"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view known) { return name.equals(known); });
}

}  // namespace

JsonKind kind_of_text(std::string_view value) {
  return Json(nullptr, value).kind();
}

std::optional<double> number_of_text(std::string_view value) {
  if (kind_of_text(value) != JsonKind::number) return std::nullopt;
  double number = 0;
  if (std::from_chars(value.data(), value.data() + value.size(), number).ec != std::errc()) return std::nullopt;
  return number;
}

bool may_be_of_type(std::string_view value, std::string_view type) {
  const json::RawString name = json::raw_string_of(type);
  const auto is_its_name = [&] {
    switch (kind_of_text(value)) {
      case JsonKind::object: return name.equals("object");
      case JsonKind::array: return name.equals("array");
      case JsonKind::string: return name.equals("string");
      case JsonKind::boolean: return name.equals("boolean");
      case JsonKind::null: return name.equals("null");
      case JsonKind::number: return name.equals("number") || (name.equals("integer") && may_be_integer(value));
      case JsonKind::absent: break;
    }
    return true;
  };
  return is_its_name() || !is_name_of_type(name);
}

ComparedValue::ComparedValue(std::string_view value)
    : text_(value),
      kind_(kind_of_text(value)),
      characters_(json::raw_string_of(value).decoded()),
      number_(number_of_text(value)) {}

bool ComparedValue::may_equal(std::string_view other) const {
  if (kind_of_text(other) != kind_) return false;
  switch (kind_) {
    case JsonKind::string: {
      const json::RawString string = json::raw_string_of(other);
      return string.escaped ? string.decoded() == characters_ : string.text == characters_;
    }
    case JsonKind::number: return number_of_text(other) == number_;
    case JsonKind::boolean: return other == text_;
    default: return true;
  }
}

LengthOfText length_of_text(std::string_view string) {
  LengthOfText length;
  for (const char byte : json::raw_string_of(string).decoded()) {
    const unsigned bits = static_cast<unsigned char>(byte);
    if ((bits & 0xC0U) == 0x80U) continue;  // not the first byte of a character
    length.least += 1;
    length.most += bits >= 0xF0U ? 2 : 1;  // beyond U+FFFF
  }
  return length;
}

bool is_at_limit(double number, double limit) {
  return number == limit && std::abs(number) < kFirstInexactInteger;
}

}  // namespace workbench::protocol
