#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "json/lookup.hpp"

namespace workbench::demo {

/// The shortest digits that read back as the same number. `value` must be finite.
[[nodiscard]] inline std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), written.ptr};
}

/// Writes a JSON object member by member: `ObjectText().number("sum", 5).finish()` is `{"sum":5}`.
class ObjectText {
 public:
  ObjectText& text(std::string_view name, std::string_view characters) { return raw(name, json::quoted(characters)); }
  ObjectText& number(std::string_view name, double value) { return raw(name, number_text(value)); }
  ObjectText& number(std::string_view name, std::size_t value) { return raw(name, std::to_string(value)); }
  ObjectText& boolean(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }

  /// `json` is written as it is and must be one valid JSON value.
  ObjectText& raw(std::string_view name, std::string_view json) {
    if (text_.size() > 1) text_ += ',';
    json::append_quoted(text_, name);
    text_.append(":").append(json);
    return *this;
  }

  /// The whole object; nothing can be added afterwards.
  [[nodiscard]] std::string finish() { return std::move(text_) + '}'; }

 private:
  std::string text_ = "{";
};

}  // namespace workbench::demo
