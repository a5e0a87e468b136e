#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace workbench::approvals {

/// The characters of a JSON string, escapes decoded; a half of a surrogate pair stays as it is.
class JsonCharacters {
 public:
  /// `raw`: the valid string between its quotes, which must outlive this object.
  explicit JsonCharacters(std::string_view raw) : rest_(raw) {}

  /// Absent: there are no more.
  [[nodiscard]] std::optional<char32_t> next();
  /// What next() has not read yet.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  [[nodiscard]] char32_t extract_unescaped();
  [[nodiscard]] char32_t extract_escaped();
  [[nodiscard]] char32_t extract_unit();

  std::string_view rest_;
};

/// Reads a valid JSON text from front to back, one token at a time, and checks nothing. The text must outlive it.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : text_(text) {}

  /// The first character of the next token; 0 at the end.
  [[nodiscard]] char peek();
  /// Passes the next token if it is this one, which is one of `{}[]:,`.
  [[nodiscard]] bool skip(char token);
  /// What is between the quotes of the next token, a string.
  [[nodiscard]] std::string_view string();
  /// The next token: a number, or one of `true`, `false` and `null`.
  [[nodiscard]] std::string_view word();
  /// The whole text of the object or array that begins here.
  [[nodiscard]] std::string_view container();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace workbench::approvals
