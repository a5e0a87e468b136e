#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace workbench::schema_repair {

inline constexpr std::string_view kDigits = "0123456789";

/// A position in a regular expression, and the parts of its grammar (ECMA-262, "Patterns", with [UnicodeMode]) that
/// stand for single characters. Functions that return bool return whether what they read is valid.
class PatternCharacters {
 public:
  explicit PatternCharacters(std::string_view pattern) : pattern_(pattern) {}

  [[nodiscard]] bool is_at_end() const { return at_ == pattern_.size(); }
  /// The byte at the position, which is not the end.
  [[nodiscard]] char front() const { return pattern_[at_]; }
  [[nodiscard]] std::string_view rest() const { return pattern_.substr(at_); }

  /// Moves past `text` if it is next.
  bool skip(std::string_view text);
  /// Moves past the bytes that are among `bytes`, `max` at most, and returns them.
  std::string_view skip_all(std::string_view bytes, std::size_t max = std::string_view::npos);
  /// Moves past `closing` and returns what is before it; empty if there is none.
  std::string_view skip_past(char closing);

  /// Moves past a character, of one or more bytes, and returns its code point.
  char32_t character();
  /// Reads `\d`, `\n`, `\u{1F600}` and so on outside a class; the position is at the backslash.
  bool escape();
  /// Reads a class such as `[a-z]`; the position is at its bracket.
  bool character_class();

  /// The positions, in order, of backslashes to remove, and of each `-` that needs a backslash before it.
  [[nodiscard]] const std::vector<std::size_t>& corrections() const { return corrections_; }

 private:
  bool escape(bool in_class, char32_t& code);
  bool hex(std::size_t digits, char32_t& code);
  bool control(char32_t& code);
  bool code_point(char32_t& code);
  bool code_unit(char32_t& code);
  bool property();
  bool class_member(char32_t& code);
  bool end_of_range(char32_t first, std::size_t hyphen);

  std::string_view pattern_;
  std::size_t at_ = 0;
  std::vector<std::size_t> corrections_;
};

}  // namespace workbench::schema_repair
