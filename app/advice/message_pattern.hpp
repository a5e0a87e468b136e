#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace workbench::app {

/// The form of a message, as one line of a table:
///
///     ^cannot start '<program>': it was not found | plugin '...' is at fault
///
/// ` | ` separates alternatives, `...` stands for any text, and `^` for the beginning of the message, after the text
/// that a log or the workbench writes in front of it. The text at one `<kind>` in an alternative is returned, if the
/// kind allows it:
///
///     <path>      visible characters, in one line
///     <name>      the same, but no longer than a name is
///     <program>   letters, digits and . _ + @ -, beginning with none of these signs
///     <word>      letters, digits and _
///     <number>    digits
///     <duration>  "1.5 s", "250 ms"
///     <variable>  alone in its alternative: the environment variable that a program reports as missing
///
/// Matching takes time linear in the length of the text.
class MessagePattern {
 public:
  constexpr explicit MessagePattern(const char* pattern) : pattern_(pattern) {}

  /// The text that matched `<kind>`, or an empty text if there is none. Absent: the message has another form.
  [[nodiscard]] std::optional<std::string> match(std::string_view text) const;

  [[nodiscard]] constexpr std::string_view text() const { return pattern_; }

 private:
  const char* pattern_;
};

/// The name of the variable that `words` say is missing or has to be set: "GITHUB_TOKEN is required", "please set
/// BRAVE_API_KEY". Absent: none.
[[nodiscard]] std::optional<std::string> missing_variable(std::string_view words);

/// The message without the prefix of a log or of the workbench: time, level and source, or the server.
[[nodiscard]] std::string_view without_prefixes(std::string_view message);

}  // namespace workbench::app
