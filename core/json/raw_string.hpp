#pragma once

#include <string>
#include <string_view>

namespace workbench::json {

/// A JSON string as it is written, without its quotes. One string can be written in many ways: `id` and `\u0069d` are
/// the same name, so names are compared decoded.
struct RawString {
  std::string_view text;
  bool escaped = false;  ///< there are escapes in it

  /// Whether this is how `characters` may be written.
  [[nodiscard]] bool equals(std::string_view characters) const {
    if (escaped) return equals_escaped(characters);
    // Names of one length mostly differ in their first byte, so few are compared as a whole.
    if (text.size() != characters.size()) return false;
    return text.empty() || (text.front() == characters.front() && text == characters);
  }

  /// The characters in UTF-8; a lone surrogate becomes U+FFFD.
  [[nodiscard]] std::string decoded() const;

  /// As decoded(), but lone surrogates are kept apart from each other (in a form that is not UTF-8): equal if and only
  /// if the strings are. For comparing, not for sending.
  [[nodiscard]] std::string decoded_for_comparison() const;

  /// equals(), for a string with escapes.
  [[nodiscard]] bool equals_escaped(std::string_view characters) const;
};

/// The bytes between the quotes of a checked JSON string; empty if `string` is something else.
[[nodiscard]] RawString raw_string_of(std::string_view string) noexcept;

}  // namespace workbench::json
