#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/code_point.hpp"

namespace workbench::base {

// Text that is not ours (of servers, clients, repositories, files) passes here before a person or a model reads it.
// Invisible characters could otherwise control a terminal, forge lines, reverse the order of the text, or carry
// instructions for a model that people do not see.
//
// All characters that is_invisible() names are hidden, and bytes that are not UTF-8. What readers need is not hidden:
// joiners inside words of the scripts that use them and between the parts of an emoji, one variation selector after a
// character that has variants, the tags of the three flags of Unicode, and line breaks and tabs where a text may have
// them.
// A hidden character is written as `\u{202E}`, a byte as `\xFF`, and in a text of one line, line breaks as `\n` and
// `\r`. Text that was made visible stays as it is when it passes here again.

/// The text with its hidden characters written out. Line breaks (`\n` and `\r\n`) and tabs stay.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for text that is shown in one line: breaks are written out too, and a tab becomes a blank.
[[nodiscard]] std::string visible_line(std::string_view text);

/// Finds what is hidden in a text, from its beginning to its end. The text must outlive it.
class HiddenCharacters {
 public:
  enum class Breaks {
    shown,   ///< line breaks and tabs are not hidden
    hidden,  ///< they are
  };

  explicit HiddenCharacters(std::string_view text, Breaks breaks = Breaks::shown) : text_(text), breaks_(breaks) {}

  struct Hidden {
    std::size_t offset;
    std::size_t length;  ///< in bytes
    char32_t value;      ///< of the character, or of the byte
    bool is_valid;       ///< else a byte that is not UTF-8
  };
  /// The next hidden character; absent: there are no more.
  [[nodiscard]] std::optional<Hidden> next();

 private:
  [[nodiscard]] bool is_shown(CodePoint present) const;
  [[nodiscard]] bool is_shown_break(char32_t value) const;
  [[nodiscard]] bool is_shown_joiner(char32_t value, char32_t following) const;
  [[nodiscard]] bool is_shown_selector(char32_t value, char32_t following) const;
  [[nodiscard]] char32_t following(std::size_t length) const;
  void pass(char32_t value);

  const std::string_view text_;
  const Breaks breaks_;
  std::size_t at_ = 0;
  char32_t previous_ = 0;        // the last character that is shown
  bool is_after_emoji_ = false;  // with or without its selector or skin tone
  std::size_t end_of_flag_ = 0;  // up to here, tags are part of a flag
};

/// Whether nothing is hidden in the text.
[[nodiscard]] bool is_visible(std::string_view text, HiddenCharacters::Breaks breaks = HiddenCharacters::Breaks::shown);

/// How a hidden character is written: `\u{202E}`.
void append_visible(std::string& out, const HiddenCharacters::Hidden& hidden);

}  // namespace workbench::base
