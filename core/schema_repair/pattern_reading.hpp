#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

namespace workbench::schema_repair {

/// Reads a pattern by the grammar of ECMA-262, section "Patterns", with [UnicodeMode]. Every function returns whether
/// what it read is right.
class PatternReading {
 public:
  explicit PatternReading(std::string_view pattern) : pattern_(pattern) {}

  bool whole();

  /// Where there is a backslash too many, or one missing in front of a `-`; in order.
  [[nodiscard]] const std::vector<std::size_t>& to_mend() const { return to_mend_; }

 private:
  [[nodiscard]] bool is_at(std::string_view text) const { return pattern_.substr(at_).starts_with(text); }
  bool skip(std::string_view text);
  /// As many of `bytes` as there are, and at most `most`.
  std::string_view run(std::string_view bytes, std::size_t most = std::string_view::npos);
  /// Up to `closing` and past it.
  std::string_view up_to(char closing);

  bool term();
  bool quantified();
  bool count();
  bool group();
  bool end_of_group();

  bool escape();
  /// The escapes that a class may have too; `at_` is on the backslash.
  bool character_escape(char32_t& code, bool in_class);
  bool hex(std::size_t digits, char32_t& code);
  bool control(char32_t& code);
  bool code_point(char32_t& code);
  /// One, or the two of a surrogate pair.
  bool code_unit(char32_t& code);
  bool property();
  char32_t character();
  bool character_class();
  bool end_of_range(char32_t first, std::size_t hyphen);
  bool class_member(char32_t& code);
  /// Of a group.
  static bool is_name(std::string_view name);

  std::string_view pattern_;
  std::size_t at_ = 0;
  bool can_repeat_ = false;   // what was read last can be followed by `*`
  std::vector<bool> groups_;  // those that are open; true: looks around, so it cannot be repeated
  std::size_t captures_ = 0;
  std::size_t highest_back_reference_ = 0;
  std::set<std::string_view> names_;
  std::vector<std::string_view> named_references_;
  std::vector<std::size_t> to_mend_;
};

}  // namespace workbench::schema_repair
