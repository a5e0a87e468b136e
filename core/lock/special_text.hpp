#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lock/json_tape.hpp"

namespace workbench::lock {

/// A text of the lock file: a JSON string, or one of the objects with `$lines` or `$pattern` (lock_form.hpp).
struct SpecialText {
  std::string characters;
  bool is_pattern = false;

  [[nodiscard]] bool operator==(const SpecialText&) const = default;
};

inline constexpr std::string_view kLinesKey = "$lines";
inline constexpr std::string_view kPatternKey = "$pattern";

/// Whose text a value is.
enum class FormSource {
  server,     ///< strings are texts, and reserved keys get one more `$`
  lock_file,  ///< objects may stand for texts, and keys are as the lock file has them
};

/// A key of an object of `source` as the lock file has it: with one more `$` if it would be taken for one of these.
[[nodiscard]] std::string form_key(std::string_view key, FormSource source);

/// A value of the lock file as a text. Absent: it is another value.
[[nodiscard]] std::optional<SpecialText> special_text(JsonTape::Value value);
/// Whether special_text() is an object; quick.
[[nodiscard]] inline bool is_special_object(JsonTape::Value value) {
  if (value.kind() != JsonKind::object || value.first() == value.end()) return false;
  const JsonTape::Value key = value.first();
  return (key.raw_string() == kLinesKey || key.raw_string() == kPatternKey) && key.next().next() == value.end();
}

/// Appends a text as the lock file has it.
void append_text(std::string& out, const SpecialText& text);

}  // namespace workbench::lock
