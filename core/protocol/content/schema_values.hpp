#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <workbench/json.hpp>

// What JSON Schema asks of a single value, which is given as its JSON text. Where validators differ, the answer is the
// one by which the value conforms.

namespace workbench::protocol {

/// The kind of the value with this text.
[[nodiscard]] JsonKind kind_of_text(std::string_view value);

/// Absent: it is not a number, or one that not every program can hold.
[[nodiscard]] std::optional<double> number_of_text(std::string_view value);

/// Whether a value is of a type. True as well if `type` is not the name of one of the seven.
[[nodiscard]] bool may_be_of_type(std::string_view value, std::string_view type);

/// A value that is compared with many others, and read once for it.
class ComparedValue {
 public:
  explicit ComparedValue(std::string_view value);

  /// Equal objects and arrays may be written in many ways: those of one kind count as equal.
  [[nodiscard]] bool may_equal(std::string_view other) const;

 private:
  std::string_view text_;
  JsonKind kind_;
  std::string characters_;  // of a string
  std::optional<double> number_;
};

/// The length of a string: validators count characters, or the units of UTF-16.
struct LengthOfText {
  double least = 0;
  double most = 0;
};
[[nodiscard]] LengthOfText length_of_text(std::string_view string);

/// Whether a number is not within an exclusive limit. Programs that hold numbers as `double` take integers beyond 2^53
/// for equal that are not.
[[nodiscard]] bool is_at_limit(double number, double limit);

}  // namespace workbench::protocol
