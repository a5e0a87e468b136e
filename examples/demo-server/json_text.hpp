#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace workbench::demo {

/// Writes a JSON object member by member: `ObjectText().number("sum", 5).take()` is `{"sum":5}`.
class ObjectText {
 public:
  ObjectText& text(std::string_view name, std::string_view characters);
  ObjectText& number(std::string_view name, double value);
  ObjectText& number(std::string_view name, std::size_t value);
  ObjectText& boolean(std::string_view name, bool value);
  /// `json` is written as it is and must be one valid JSON value.
  ObjectText& raw(std::string_view name, std::string_view json);

  [[nodiscard]] std::string take() { return std::move(text_) + '}'; }

 private:
  std::string text_ = "{";
};

/// The shortest spelling that reads back as the same number. `value` must be finite.
[[nodiscard]] std::string number_text(double value);

}  // namespace workbench::demo
